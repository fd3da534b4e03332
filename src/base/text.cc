#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace railhead::base {
namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits at the front of `text`, leading zeros dropped, taken off `text`.
std::string_view take_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
}

/// True for a well-formed sequence that steers a terminal: U+0080 to U+009F are the one-byte forms of ESC sequences, and the
/// marks of direction and line (U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069) make a text read as another.
bool steers(std::string_view sequence) {
  if (sequence.size() == 2) return sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
  if (sequence.size() != 3 || sequence[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(sequence[2]);
  if (sequence[1] == '\x80') return last == 0x8E || last == 0x8F || (last >= 0xA8 && last <= 0xAE);
  return sequence[1] == '\x81' && last >= 0xA6 && last <= 0xA9;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  if (length < 3) return length;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0;
  const bool too_large = lead == 0xF4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

std::string_view trimmed(std::string_view text) {
  auto blank = [](char c) { return c == '\0' || kBlank.find(c) != std::string_view::npos; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(kBlank, at);
    found.push_back(text.substr(at, end - at));
    at = end == std::string_view::npos ? end : text.find_first_not_of(kBlank, end);
  }
  return found;
}

std::vector<std::string_view> lines(std::string_view text) {
  if (text.empty()) return {};
  if (text.back() == '\n') text.remove_suffix(1);
  std::vector<std::string_view> found = split(text, '\n');
  for (std::string_view& line : found)
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return found;
}

std::optional<std::uint64_t> unsigned_number(std::string_view text, int base) {
  if (base == 16 && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || problem != std::errc{} || rest != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> signed_number(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, value, 10);
  if (text.empty() || problem != std::errc{} || rest != end) return std::nullopt;
  return value;
}

bool natural_less(std::string_view left, std::string_view right) {
  const std::string_view whole_left = left;
  const std::string_view whole_right = right;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left[0]) && is_digit(right[0])) {
      const std::string_view a = take_number(left);
      const std::string_view b = take_number(right);
      if (a.size() != b.size()) return a.size() < b.size();
      if (a != b) return a < b;
      continue;
    }
    if (left[0] != right[0]) return left[0] < right[0];
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty()) return left.empty();
  return whole_left < whole_right;  // "a01" and "a1" are different names: a strict order needs a last word
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += separator;
    text += part;
  }
  return text;
}

std::string listed(std::vector<std::string> names, std::size_t most) {
  if (names.size() <= most) return joined(names, ", ");
  const std::size_t rest = names.size() - most;
  names.resize(most);
  return joined(names, ", ") + " and " + std::to_string(rest) + " more";
}

std::string listed(const std::vector<unsigned>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,=@%+";
  // zsh takes "=name" at the beginning of a word for the path of a program.
  const bool plain_start = !text.empty() && text.front() != '=';
  if (plain_start && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string word = "'";
  for (const char c : text)
    if (c == '\'')
      word += "'\\''";
    else
      word += c;
  return word + "'";
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || is_control(text[0]) || steers(text.substr(0, length)))
      result += '?';
    else
      result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string one_line(std::string_view text) {
  std::string result = printable(text);
  for (char& c : result)
    if (c == '\n' || c == '\t') c = '?';
  return result;
}

}  // namespace railhead::base
