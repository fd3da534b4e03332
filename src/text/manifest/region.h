#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Where in a text a manifest begins and ends: lines are looked at one by one, and only the whole is known to be one.
namespace railhead::text::manifest {

/// Lines that may be YAML or JSON. `strong`: one of them has a key that manifests have. `cut`: lines were left out by whoever
/// pasted it.
class Region {
 public:
  bool open() const { return !lines_.empty(); }
  bool strong() const { return strong_; }
  bool cut() const { return cut_; }
  const std::vector<std::string>& lines() const { return lines_; }
  const std::vector<std::uint64_t>& numbers() const { return numbers_; }

  /// True of a line with a key that manifests have.
  static bool is_strong(std::string_view line);
  /// True where a region may begin with this line.
  static bool begins_with(std::string_view line);
  /// True where the open region may go on with this line, which has something on it.
  bool goes_on_with(std::string_view line) const;
  void add(std::uint64_t number, std::string_view line);
  /// True when its last line closed it: the last bracket of JSON.
  bool closed() const { return json_ && depth_ <= 0; }
  /// More lines would be too many, or have shown long enough that this is no manifest.
  bool full() const;
  void clear();

 private:
  void weigh(std::string_view line);
  void follow_scalar(std::string_view line);

  std::vector<std::string> lines_;
  std::vector<std::uint64_t> numbers_;
  std::size_t bytes_ = 0;
  std::size_t indent_ = 0;  // of the first line with something on it
  std::size_t scalar_ = 0;  // indent of the key whose value is a block of text ("run: |"), plus one; 0: none is open
  std::int64_t depth_ = 0;  // of brackets, where it began with one
  bool json_ = false;
  bool in_string_ = false;
  bool strong_ = false;
  bool cut_ = false;
};

}  // namespace railhead::text::manifest
