#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// Hashes of lines, for tables that are asked about every line of a log: inline and eight bytes at a time, since the call of
// std::hash costs twice as much.
namespace railhead::text {

inline std::uint64_t word_at(const char* at, std::size_t size) {
  std::uint64_t word = 0;
  if (size > 0) std::memcpy(&word, at, size);
  return word;
}

/// The word is multiplied into 128 bits, of which both halves count.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(hash ^ word) * 0xd6e8feb86659fd93U;
  return (static_cast<std::uint64_t>(product >> 64U) ^ static_cast<std::uint64_t>(product)) + 0x9e3779b97f4a7c15U;
}

/// The hash of what `change` makes of each word of eight bytes; it is given the last one with zeros behind the text, or again
/// with bytes that it had before.
template <class Change>
std::uint64_t hash_of(std::string_view text, Change change) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::uint64_t hash = text.size() * 0x9e3779b97f4a7c15U;
  if (text.size() < kWord) return mixed(hash, change(word_at(text.data(), text.size())));
  const char* const last = text.data() + text.size() - kWord;
  for (const char* at = text.data(); at < last; at += kWord) hash = mixed(hash, change(word_at(at, kWord)));
  return mixed(hash, change(word_at(last, kWord)));
}

inline std::uint64_t hash_of(std::string_view text) {
  return hash_of(text, [](std::uint64_t word) { return word; });
}

}  // namespace railhead::text
