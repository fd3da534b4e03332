#include "text/shape.h"

#include <array>

#include "text/hash.h"

namespace railhead::text {

std::uint64_t shape_of(std::string_view line) {
  std::array<char, 256> piece;
  std::uint64_t shape = 0;
  for (bool was_digit = false; !line.empty();) {
    const std::string_view taken = line.substr(0, piece.size());
    std::size_t length = 0;
    for (const char c : taken) {
      const bool digit = static_cast<unsigned char>(c - '0') < 10;
      piece[length] = digit ? '0' : c;
      length += digit && was_digit ? 0 : 1;  // written in any case, so that no branch depends on the text
      was_digit = digit;
    }
    shape = shape * 0x9e3779b97f4a7c15 + hash_of({piece.data(), length});
    line.remove_prefix(taken.size());
  }
  return shape;
}

std::uint64_t outline_of(std::string_view line) {
  constexpr std::uint64_t kEach = 0x0101010101010101U;
  return hash_of(line, [](std::uint64_t word) {
    // A byte is a digit where it and '0' differ by 9 at most: then adding 118 does not reach its highest bit.
    const std::uint64_t off = word ^ kEach * '0';
    const std::uint64_t others = (((off & kEach * 0x7F) + kEach * 118) | off) & kEach * 0x80;
    const std::uint64_t digits = ~others & kEach * 0x80;
    const std::uint64_t mask = (digits >> 7U) * 0xFF;
    return (word & ~mask) | (mask & kEach * '0');
  });
}

}  // namespace railhead::text
