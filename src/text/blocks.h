#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/block.h"

namespace railhead::text {

/// A block and what it was taken for.
struct FoundBlock {
  const Kind* kind = nullptr;
  Block block;
};

/// Cuts lines into blocks: one begins with a line that shows its kind, and goes on over lines that may belong to it and over
/// empty ones. Keeps no more than a few hundred thousand lines in all; what is more is not taken.
class Blocks {
 public:
  void begin(std::string file);
  /// True when the line, which is not empty, belongs to a block.
  bool take(std::uint64_t number, std::string_view line);
  /// An empty line.
  void skip(std::uint64_t number);
  /// Ends the file, of which `lines` say something. True when it turned out to be one whose lines say nothing by themselves
  /// ("8192"), and that holds nothing else.
  bool end(std::uint64_t lines);

  /// True of a line that can be passed over: no block is open, and many that differ from it in their numbers alone told neither
  /// of a fault nor belonged to any kind. Asking all the kinds is what costs.
  bool is_familiar(std::string_view line);

  const std::vector<FoundBlock>& found() const { return found_; }

 private:
  const Kind* kind_of(std::string_view line) const;
  void append(std::uint64_t number, std::string_view line);
  void refuse(std::string_view line);

  std::string file_;
  std::vector<FoundBlock> found_;
  bool open_ = false;
  bool any_in_file_ = false;
  std::vector<Line> few_;                                // the first lines of a file of which nothing is taken yet
  std::unordered_map<std::uint64_t, unsigned> refused_;  // how often, by shape
  std::vector<std::uint64_t> familiar_ =
      std::vector<std::uint64_t>(4096);  // outlines of familiar shapes, the latest of each slot
  std::size_t kept_lines_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace railhead::text
