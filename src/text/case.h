#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"
#include "facts/log/run.h"
#include "facts/machine.h"
#include "text/bandwidth/table_reader.h"
#include "text/blocks.h"
#include "text/manifest/manifests.h"
#include "text/nccl/run_reader.h"

namespace railhead::text {

/// What one file or stream was taken for.
struct Input {
  std::string file;
  std::vector<std::string> kinds = {};   // "NCCL log", in the order in which they were seen
  std::uint64_t lines = 0;               // with something on them
  std::uint64_t unrecognised = 0;        // of these, lines that no kind claims
  std::uint64_t first_unrecognised = 0;  // its number, from 1; 0: none
  std::string unread = {};               // why the rest of it could not be read
};

/// Everything that was pasted, read: texts given together are one case. Snapshots are machines of their own and come first. Of
/// the others the first machine is the one that most texts are about; where two files hold a text of one kind they are of two
/// machines (the listings of two pods), and each further one has its file's name.
struct Case {
  std::vector<facts::Machine> machines;
  std::vector<std::string> names;  // of the machines; empty for the first
  facts::LogRun log;
  facts::Cluster cluster = {};
  std::vector<Input> inputs;
  bool recognised() const;
};

/// Reads texts in pieces of any size, line by line. Lines longer than a mebibyte are cut there, and what follows is dropped.
/// Memory does not grow with the length of a log.
class CaseReader {
 public:
  /// What is given next comes from this file.
  void begin(std::string file);
  void take(std::string_view piece);
  /// What the file tells of a whole machine, when it is a snapshot of `lines` lines.
  void take_snapshot(facts::Machine machine, std::uint64_t lines);
  /// Ends the file: its last line needs no newline. `unread`: why there is no more of it, where there should be.
  void end(std::string unread = {});
  Case finish();

 private:
  void take_line(std::string_view line);
  void claim(std::string_view kind);
  void read_blocks(Case& result) const;
  bool tells_of_machine() const;

  RunReader run_;
  TableReader tables_;
  Blocks blocks_;
  Manifests manifests_;
  std::vector<Input> inputs_;
  std::vector<facts::Machine> snapshots_;
  std::vector<std::string> snapshot_files_;
  std::string open_line_;
  std::string room_;
  std::uint64_t number_ = 0;
  bool overlong_ = false;
  bool escapes_ = false;  // terminal colours were seen in this file
};

}  // namespace railhead::text
