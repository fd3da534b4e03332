#include "base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace railhead::base {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kLine = 76;
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> values() {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  std::size_t column = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t group = byte_at(bytes, at) << 16U | byte_at(bytes, at + 1) << 8U | byte_at(bytes, at + 2);
    const std::size_t used = std::min<std::size_t>(bytes.size() - at, 3) + 1;
    for (std::size_t i = 0; i < 4; ++i) text += i < used ? kAlphabet[group >> (18 - 6 * i) & 63U] : '=';
    column += 4;
    if (column < kLine) continue;
    text += '\n';
    column = 0;
  }
  if (column > 0) text += '\n';
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr std::array<std::uint8_t, 256> kValues = values();
  std::string bytes;
  std::uint32_t group = 0;
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (c == '=')
      ++padding;
    else if (value == kNone || padding > 0)
      return std::nullopt;
    group = group << 6U | (c == '=' ? 0U : value);
    if (++digits % 4 != 0) continue;
    if (padding > 2) return std::nullopt;
    for (std::size_t i = 0; i < 3 - padding; ++i) bytes += static_cast<char>(group >> (16 - 8 * i) & 0xFFU);
    group = 0;
  }
  if (digits % 4 != 0) return std::nullopt;
  return bytes;
}

}  // namespace railhead::base
