#include "report/columns.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::report {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

/// Where the first `width` characters end.
std::size_t end_of(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at)
    if (starts_character(text[at]) && seen++ == width) break;
  return at;
}

void add_word(std::vector<std::string>& lines, std::string_view word, std::size_t width) {
  if (!lines.back().empty() && width_of(lines.back()) + 1 + width_of(word) > width) lines.emplace_back();
  if (!lines.back().empty()) lines.back() += ' ';
  while (width_of(word) > width) {
    const std::size_t end = end_of(word, width);
    lines.back() += word.substr(0, end);
    lines.emplace_back();
    word.remove_prefix(end);
  }
  lines.back() += word;
}

std::string row_text(const std::vector<Column>& heads, const std::vector<std::string>& row) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    cells.push_back(wrapped(row[i], heads[i].width));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string whole;
    std::size_t wide = 0;  // where this column begins
    for (std::size_t i = 0; i < heads.size(); ++i) {
      whole.append(wide - std::min(wide, width_of(whole)), ' ');
      if (line < cells[i].size()) whole += cells[i][line];
      wide += heads[i].width + 2;
    }
    whole.erase(whole.find_last_not_of(' ') + 1);
    text += whole + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::string_view word : base::words(text)) add_word(lines, word, std::max<std::size_t>(width, 1));
  return lines;
}

std::string columns(const std::vector<Column>& heads, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> headings;
  std::vector<std::string> rules;
  for (const Column& head : heads) {
    headings.push_back(head.heading);
    rules.emplace_back(head.width, '-');
  }
  std::string text = row_text(heads, headings) + row_text(heads, rules);
  for (const std::vector<std::string>& row : rows) text += row_text(heads, row);
  return text;
}

std::string fitted_columns(std::vector<Column> heads, std::vector<std::vector<std::string>> rows) {
  for (std::size_t i = heads.size(); i-- > 0;) {
    std::size_t widest = 0;
    for (const std::vector<std::string>& row : rows) widest = std::max(widest, row[i].size());
    heads[i].width = std::min(heads[i].width, std::max(widest, heads[i].heading.size()));
    if (widest > 0) continue;
    heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::vector<std::string>& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return columns(heads, rows);
}

}  // namespace railhead::report
