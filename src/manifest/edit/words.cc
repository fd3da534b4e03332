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
  return quoted + "\"";
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
