#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace railhead::text {

/// The start of each thread's lines ("node-a:919:1150 [0] ") and the number of its rank. It is asked for every line of a log,
/// so it keeps hashes alone, in open addressing: std::unordered_map and the texts themselves cost a third of the whole reading.
/// Two prefixes of equal hash would pass for one; among the 262,144 at most that are kept the chance is below 1 in 200 million.
class PrefixTable {
 public:
  PrefixTable();
  std::optional<std::size_t> find(std::string_view prefix) const;
  /// A prefix that find() does not know.
  void add(std::string_view prefix, std::size_t rank);
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;  // 0: free
    std::size_t rank = 0;
  };
  /// Where the hash stands, or the free slot where it would.
  std::size_t place_of(std::uint64_t hash) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two of them, at most half in use
  std::size_t size_ = 0;
};

}  // namespace railhead::text
