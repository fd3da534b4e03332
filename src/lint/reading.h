#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"
#include "lint/judged.h"
#include "manifest/document.h"
#include "manifest/origin.h"
#include "manifest/stream.h"

namespace railhead::lint {

/// A document of a stream, parsed, with its place. `problem` says why not; then there are no documents.
class Reading {
 public:
  Reading(const manifest::Chunk& chunk, const std::string& file);

  const std::vector<Problem>& problems() const { return problems_; }
  std::vector<facts::ClusterObject> objects() const;
  /// The object that begins at `source`; none where it is not of this text.
  manifest::Value root_of(const std::string& source) const;
  const manifest::Origin& origin() const { return origin_; }
  std::string_view text() const { return text_; }

  /// True where "FILE:LINE" is in this text.
  bool holds(std::string_view source) const { return line_of(source) != 0; }
  /// Of "FILE:LINE": the line with its first and last character, where it is one of this text. `line` is 0 otherwise.
  Place place_of(std::string_view source) const;

 private:
  std::uint64_t line_of(std::string_view source) const;
  std::string_view line_at(std::uint64_t line) const;

  std::string_view text_;
  manifest::Origin origin_;
  std::uint64_t last_line_ = 0;
  std::vector<manifest::Document> documents_;
  std::vector<Problem> problems_;
};

}  // namespace railhead::lint
