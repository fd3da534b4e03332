#include "manifest/edit/words.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::array<std::string_view, 9> kMeanSomething = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool may_begin(char c) { return is_letter(c) || c == '_' || c == '/'; }

bool may_follow(char c) {
  return may_begin(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '@' || c == '+' || c == '=' || c == ':';
}

struct Escape {
  std::string_view character;
  std::string_view written;
};

/// Line ends of YAML 1.1 besides "\n", which a reader would turn into it or fold (yaml.org/spec/1.1, b-char), and what is not
/// printable though no other escape takes it.
constexpr Escape kEscapes[] = {
    {"\xC2\x85", "\\u0085"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}, {"\x7F", "\\u007f"}};

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; }

/// Of several lines, and such that a literal block gives back each byte.
bool fits_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || std::ranges::any_of(text, is_control)) return false;
  if (text.find_first_not_of(" \t\n") == std::string_view::npos) return false;
  return std::ranges::none_of(kEscapes, [&](const Escape& one) { return text.find(one.character) != std::string_view::npos; });
}

/// What stands behind the bar: how far the lines are indented where the first one does not show it, and what becomes of the
/// ends of the last ones.
std::string header_of(std::string_view text) {
  std::string header = "|";
  if (text.front() == ' ' || text.front() == '\n' || text.front() == '\t') header += std::to_string(kBlockStep);
  if (!text.ends_with('\n')) return header + "-";
  return text.ends_with("\n\n") ? header + "+" : header;
}

}  // namespace

bool is_plain_word(std::string_view text) {
  if (text.empty() || !may_begin(text.front()) || text.back() == ':' || !std::ranges::all_of(text, may_follow)) return false;
  return text.size() > 5 || std::ranges::find(kMeanSomething, base::lowered(text)) == kMeanSomething.end();
}

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (static_cast<unsigned char>(c) < ' ') {
      quoted += base::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  for (const Escape& one : kEscapes)
    for (std::size_t at = quoted.find(one.character); at != std::string::npos; at = quoted.find(one.character, at))
      quoted.replace(at, one.character.size(), one.written);
  return quoted + "\"";
}

std::optional<std::string> in_block(std::string_view text, std::size_t indent, std::string_view newline) {
  if (!fits_block(text)) return std::nullopt;
  std::string block = header_of(text).append(newline);
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.empty()) block.append(indent, ' ').append(line);
    block += newline;
  }
  return block;
}

std::string in_single_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

bool is_text(std::string_view text, bool plain) {
  if (!plain) return true;
  if (text.empty() || text == "<<" || text == "~") return false;
  // What begins like a number or a date is taken for one.
  if ((text.front() >= '0' && text.front() <= '9') || text.front() == '+' || text.front() == '-' || text.front() == '.')
    return false;
  return text.size() > 5 || std::ranges::find(kMeanSomething, base::lowered(text)) == kMeanSomething.end();
}

}  // namespace railhead::manifest
