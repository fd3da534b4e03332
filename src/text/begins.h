#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace railhead::text {

/// starts_with() for a literal, which the compiler turns into a compare or two; the library's calls memcmp. For what is asked
/// of every line of a log.
template <std::size_t Size>
bool begins(std::string_view text, const char (&start)[Size]) {
  return text.size() >= Size - 1 && std::memcmp(text.data(), start, Size - 1) == 0;
}

/// Takes `start` off the front; false when the text does not begin so.
template <std::size_t Size>
bool cut(std::string_view& text, const char (&start)[Size]) {
  if (!begins(text, start)) return false;
  text.remove_prefix(Size - 1);
  return true;
}

}  // namespace railhead::text
