#include "manifest/yaml/characters.h"

#include <cstdint>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

/// `sequence` is one character of UTF-8.
bool is_forbidden(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 2 && first == 0xC2) {
    const auto second = static_cast<unsigned char>(sequence[1]);
    return second < 0xA0 && second != 0x85;
  }
  return (first < ' ' && first != '\t' && first != '\n' && first != '\r') || first == 0x7F;
}

/// True for ASCII without control characters but line ends and tabs, which nearly every manifest is: the look at each character
/// takes ten times as long.
bool is_plain_text(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= (c >= ' ' && c < 0x7F) || c == '\n' || c == '\r' || c == '\t';
  return plain;
}

}  // namespace

std::optional<YamlError> forbidden_byte(std::string_view text) {
  if (is_plain_text(text)) return std::nullopt;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  while (!text.empty()) {
    const std::size_t length = base::utf8_length(text);
    if (length == 0 || is_forbidden(text.substr(0, length)))
      return YamlError{line, column,
                       base::format("expected text in UTF-8; this is byte 0x{:02x}", static_cast<unsigned char>(text.front()))};
    ++column;
    if (text.front() == '\n') {
      ++line;
      column = 1;
    }
    text.remove_prefix(length);
  }
  return std::nullopt;
}

}  // namespace railhead::manifest
