#include "manifest/yaml/template_marks.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kLongestMark = 60;

std::size_t first_mark(std::string_view text) { return std::min(text.find("{{"), text.find("{%")); }

/// "{{ .Values.image }}", to its end or as far as is worth showing.
std::string mark_at(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(at);
  const std::size_t end = rest.find(rest.starts_with("{%") ? "%}" : "}}");
  const std::size_t length = end == std::string_view::npos ? rest.size() : end + 2;
  return base::one_line(base::trimmed(rest.substr(0, std::min(length, kLongestMark))));
}

TemplateMark mark_in(std::string_view line, std::size_t at, std::uint32_t number) {
  std::uint32_t column = 1;
  for (std::size_t i = 0; i < at; ++i)
    if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U) ++column;
  return {number, column, mark_at(line, at)};
}

/// A quote or a comment is open before `at`: told from this line alone, which is enough for a text that is no YAML anyway.
bool is_sheltered(std::string_view line, std::size_t at) {
  char quote = 0;
  for (std::size_t i = 0; i < at; ++i) {
    const char c = line[i];
    if (quote == 0 && (c == '"' || c == '\'') &&
        (i == 0 || std::string_view(" \t[{,").find(line[i - 1]) != std::string_view::npos))
      quote = c;
    else if (c == quote)
      quote = 0;
    else if (quote == 0 && c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
      return true;
  }
  return quote != 0;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// "key: |", "- >-": what is indented more belongs to a block scalar.
bool opens_block(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  const std::size_t at = text.find_last_of("|>");
  if (at == std::string_view::npos || text.size() - at > 3) return false;
  const bool alone =
      std::ranges::all_of(text.substr(at + 1), [](char c) { return c == '-' || c == '+' || (c >= '1' && c <= '9'); });
  return alone && (at == 0 || text[at - 1] == ' ');
}

std::optional<TemplateMark> mark_before_error(std::string_view text, std::uint32_t last_line) {
  std::size_t block = std::string_view::npos;  // indent of the line that opened a block scalar
  std::uint32_t number = 0;
  for (const std::string_view line : base::lines(text)) {
    if (++number > last_line) break;
    if (block != std::string_view::npos && (base::trimmed(line).empty() || indent_of(line) > block)) continue;
    block = opens_block(line) ? indent_of(line) : std::string_view::npos;
    const std::size_t at = first_mark(line);
    if (at != std::string_view::npos && !is_sheltered(line, at)) return mark_in(line, at, number);
  }
  return std::nullopt;
}

/// What only a chart writes into "{{ }}".
bool is_helm(std::string_view mark) {
  constexpr std::array<std::string_view, 12> kWords = {".Values",       ".Release",    ".Chart",     ".Files",
                                                       ".Capabilities", ".Template",   "include \"", "toYaml",
                                                       "nindent",       "template \"", "{{- ",       "{% "};
  return std::ranges::any_of(kWords, [mark](std::string_view word) { return mark.find(word) != std::string_view::npos; });
}

/// The mark at a byte of the text.
TemplateMark mark_at_byte(std::string_view text, std::size_t at) {
  const std::size_t begin = text.rfind('\n', at) + 1;  // of the line; npos + 1 is 0
  const auto number = static_cast<std::uint32_t>(1 + std::ranges::count(text.substr(0, begin), '\n'));
  return mark_in(text.substr(begin, text.find('\n', at) - begin), at - begin, number);
}

/// "{{" that YAML takes for a mapping in a mapping, or a plain scalar with what only a chart writes.
std::optional<TemplateMark> mark_in_value(std::string_view text, const Node& node) {
  const std::string_view written = text.substr(node.begin, node.end - node.begin);
  if (node.kind == NodeKind::mapping && written.starts_with("{{")) return mark_at_byte(text, node.begin);
  if (!is_plain(node)) return std::nullopt;
  const std::size_t at = first_mark(written);
  if (at == std::string_view::npos || !is_helm(mark_at(written, at))) return std::nullopt;
  return mark_at_byte(text, node.begin + at);
}

}  // namespace

std::optional<TemplateMark> template_mark(std::string_view text, const Parsed& parsed) {
  if (first_mark(text) == std::string_view::npos) return std::nullopt;
  if (!parsed.errors.empty()) return mark_before_error(text, parsed.errors.front().line);
  for (const Document& document : parsed.documents)
    for (const Node& node : document.nodes)
      if (auto mark = mark_in_value(text, node)) return mark;
  return std::nullopt;
}

}  // namespace railhead::manifest
