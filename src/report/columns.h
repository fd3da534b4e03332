#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace railhead::report {

/// `text` in lines of at most `width` characters, cut at blanks; a longer word is cut where it has to be. An empty text gives
/// one empty line. Widths count characters of UTF-8.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// A column: its heading, and how wide it may be. Its cells are wrapped.
struct Column {
  std::string heading;
  std::size_t width = 0;
};

/// A table with two blanks between columns and a line under the headings; no line ends in blanks.
std::string columns(const std::vector<Column>& heads, const std::vector<std::vector<std::string>>& rows);

/// As columns(), without those that hold nothing, and no wider than what they hold.
std::string fitted_columns(std::vector<Column> heads, std::vector<std::vector<std::string>> rows);

}  // namespace railhead::report
