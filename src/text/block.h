#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"
#include "facts/machine.h"

/// Texts that people paste, read into the same facts that a probe gives.
namespace railhead::text {

/// A line as it was meant: without colours, quote marks, Markdown fences, carriage returns. `number` counts from 1 in its file.
struct Line {
  std::string text;
  std::uint64_t number = 0;
};

/// Lines of one file that belong together: one listing, one file of /proc, one set of variables.
struct Block {
  std::string file;
  std::vector<Line> lines;

  /// "FILE:LINE", the source of a fact.
  std::string place(const Line& line) const { return file + ":" + std::to_string(line.number); }
};

/// A kind of text. `shows`: the line stands in this kind and in no other. `continues`: behind such a line it may belong to it
/// too. `read` adds what the block tells to a machine that others may have added to: text that makes no sense is a fact that is
/// malformed, or is left out; it never throws and takes time in proportion to the block. `read_cluster` does so for texts about
/// a cluster; a kind has one of the two or both.
struct Kind {
  const char* name;
  bool (*shows)(std::string_view line);
  bool (*continues)(std::string_view line);
  void (*read)(const Block& block, facts::Machine& machine);
  void (*read_cluster)(const Block& block, facts::Cluster& cluster) = nullptr;
};

}  // namespace railhead::text
