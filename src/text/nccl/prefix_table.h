#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace railhead::text {

/// The start of each thread's lines ("node-a:919:1150 [0] ") and the number of its rank. It is asked for every line of a log:
/// open addressing, no node behind a pointer as in std::unordered_map, which is three times slower here.
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
    std::string prefix;
  };
  /// Where the prefix stands, or the free slot where it would.
  std::size_t place_of(std::uint64_t hash, std::string_view prefix) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two of them, at most half in use
  std::size_t size_ = 0;
};

}  // namespace railhead::text
