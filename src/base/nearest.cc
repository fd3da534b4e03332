#include "base/nearest.h"

#include <algorithm>

namespace railhead::base {

std::size_t edits_between(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t replaced = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  const auto found = std::ranges::min_element(names, {}, [word](const std::string& name) { return edits_between(word, name); });
  return found == names.end() ? "" : *found;
}

}  // namespace railhead::base
