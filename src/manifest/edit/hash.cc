#include "manifest/edit/hash.h"

namespace railhead::manifest {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t kBase = 1'099'511'628'211;
__extension__ typedef unsigned __int128 Wide;

std::uint64_t times(std::uint64_t left, std::uint64_t right) {
  const Wide product = Wide{left} * right;
  const std::uint64_t sum = static_cast<std::uint64_t>(product & kPrime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

/// Bytes count from 1, so that a text of zeros is told from an empty one.
std::uint64_t digit(char c) { return static_cast<unsigned char>(c) + std::uint64_t{1}; }

std::uint64_t with(std::uint64_t hash, char c) {
  const std::uint64_t sum = times(hash, kBase) + digit(c);
  return sum >= kPrime ? sum - kPrime : sum;
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char c : text) hash = with(hash, c);
  return hash;
}

std::vector<std::size_t> places_of(std::string_view text, std::size_t length, std::uint64_t hash) {
  std::vector<std::size_t> places;
  if (length == 0 || length > text.size()) return places;
  std::uint64_t power = 1;
  for (std::size_t i = 1; i < length; ++i) power = times(power, kBase);
  std::uint64_t here = hash_of(text.substr(0, length));
  for (std::size_t at = 0;; ++at) {
    if (here == hash) places.push_back(at);
    if (at + length >= text.size()) return places;
    const std::uint64_t gone = times(digit(text[at]), power);
    const std::uint64_t without = here >= gone ? here - gone : here + kPrime - gone;
    here = with(without, text[at + length]);
  }
}

}  // namespace railhead::manifest
