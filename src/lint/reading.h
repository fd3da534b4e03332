#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"
#include "lint/judged.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"
#include "manifest/yaml/stream.h"

namespace railhead::lint {

/// An object of a document: the document itself, or one of a List. `text` is what it is written as. Its places are in lines
/// `first` to `last` of the file; a List in a single line has all of its objects there.
struct Item {
  facts::ClusterObject object;
  manifest::Value root;
  std::string_view text;
  std::string_view lines;  // from the start of line `first`
  std::string file;
  const manifest::Origin* origin = nullptr;
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  bool alone = true;  // in its document

  /// True where "FILE:LINE" is in it.
  bool holds(std::string_view source) const { return line_of(source) != 0; }
  /// Of "FILE:LINE" in it: the line, from its first word to its last. Columns are not known in a line of great length, and
  /// `line` is 0 for a place that is not in it.
  Place place_of(std::string_view source) const;

 private:
  std::uint64_t line_of(std::string_view source) const;
  std::string_view line_at(std::uint64_t line) const;
};

/// A document of a stream, parsed, with its place. `problem` says why not; then there are no documents.
class Reading {
 public:
  Reading(const manifest::Chunk& chunk, const std::string& file);

  const std::vector<Problem>& problems() const { return problems_; }
  const std::vector<manifest::Document>& documents() const { return documents_; }
  /// Its objects; they refer to this.
  std::vector<Item> items() const;
  const manifest::Origin& origin() const { return origin_; }

 private:
  void add_items(const manifest::Document& document, std::vector<Item>& items) const;

  std::string_view text_;
  manifest::Origin origin_;
  std::uint64_t last_line_ = 0;
  std::vector<manifest::Document> documents_;
  std::vector<Problem> problems_;
};

}  // namespace railhead::lint
