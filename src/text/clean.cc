#include "text/clean.h"

#include <algorithm>

#include "base/text.h"
#include "text/begins.h"

namespace railhead::text {
namespace {

constexpr char kEscape = '\x1b';

/// Past an escape sequence that starts at `at`: CSI ("ESC [ ... letter"), OSC (up to BEL or ESC \), or two bytes. ECMA-48.
std::size_t after_escape(std::string_view line, std::size_t at) {
  if (at + 1 >= line.size()) return line.size();
  std::size_t next = at + 2;
  if (line[at + 1] == '[') {
    while (next < line.size() && (line[next] < '@' || line[next] > '~')) ++next;
    return next < line.size() ? next + 1 : next;
  }
  if (line[at + 1] != ']') return next;
  while (next < line.size() && line[next] != '\a' && line[next] != kEscape) ++next;
  if (next < line.size() && line[next] == kEscape) ++next;
  return next < line.size() ? next + 1 : next;
}

std::string_view without_quotes(std::string_view line) {
  while (begins(line, "> ") || line == ">") line.remove_prefix(line.size() > 1 ? 2 : 1);
  return line;
}

}  // namespace

std::string_view clean_plain(std::string_view line) {
  cut(line, "\xef\xbb\xbf");
  while (line.ends_with('\r')) line.remove_suffix(1);
  return without_quotes(line);
}

std::string_view clean(std::string_view line, std::string& room) {
  if (line.find(kEscape) == std::string_view::npos) return clean_plain(line);
  cut(line, "\xef\xbb\xbf");
  while (line.ends_with('\r')) line.remove_suffix(1);
  room.clear();
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == kEscape) {
      at = after_escape(line, at);
      continue;
    }
    const std::size_t next = std::min(line.find(kEscape, at), line.size());
    room.append(line, at, next - at);
    at = next;
  }
  return without_quotes(room);
}

bool is_fence(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

}  // namespace railhead::text
