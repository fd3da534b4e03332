#include "text/fault/anchors.h"

#include <algorithm>

namespace railhead::text {
namespace {

constexpr std::size_t kLength = 4;  // of each word, as far as the table goes
constexpr std::size_t kPair = 2;

}  // namespace

Anchors::Anchors(const std::vector<std::string_view>& words) : words_(words) {
  shift_.fill(kLength - kPair + 1);
  for (const std::string_view word : words_)
    for (std::size_t at = 0; at + kPair <= kLength; ++at) {
      std::uint8_t& shift = shift_[pair(word.data() + at)];
      shift = std::min(shift, static_cast<std::uint8_t>(kLength - kPair - at));
    }
}

bool Anchors::any_in(std::string_view text) const {
  // `end` is behind the last pair of a window of kLength bytes.
  for (std::size_t end = kLength; end <= text.size();) {
    const std::size_t shift = shift_[pair(text.data() + end - kPair)];
    if (shift > 0) {
      end += shift;
      continue;
    }
    const std::string_view rest = text.substr(end - kLength);
    for (const std::string_view word : words_)
      if (rest.starts_with(word)) return true;
    ++end;
  }
  return false;
}

}  // namespace railhead::text
