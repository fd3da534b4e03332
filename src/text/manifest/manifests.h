#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/object.h"
#include "text/manifest/region.h"

namespace railhead::text {

/// Finds the manifests among the lines of texts and reads them into objects. It looks at lines that other kinds have taken as
/// well: a variable in a manifest is both a part of it and a setting. Keeps the text of one manifest at a time.
class Manifests {
 public:
  void begin(std::string file);
  /// A line that is not of a log. `claimed`: another kind has taken it.
  void take(std::uint64_t number, std::string_view line, bool claimed);
  /// A line that nothing claims, and that begins no manifest.
  void count(std::uint64_t number);
  /// An empty line.
  void skip(std::uint64_t number);
  /// A fence of Markdown, or the end of the file.
  void finish();
  /// A manifest may be open: even a line that a log has taken can be one of it.
  bool open() const { return region_.open(); }

  /// Of the file: lines that neither a manifest nor another kind claims, and the first of them; 0: none.
  std::uint64_t unclaimed() const { return unclaimed_; }
  std::uint64_t first_unclaimed() const { return first_unclaimed_; }
  bool any_in_file() const { return any_in_file_; }

  std::vector<facts::ClusterObject> take_objects() { return std::move(objects_); }

 private:
  bool read_region();

  std::string file_;
  manifest::Region region_;
  std::vector<std::uint64_t> waiting_;  // lines of the region that no other kind claims
  std::vector<facts::ClusterObject> objects_;
  std::uint64_t unclaimed_ = 0;
  std::uint64_t first_unclaimed_ = 0;
  bool any_in_file_ = false;
};

}  // namespace railhead::text
