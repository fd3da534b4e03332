#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace railhead::base {

/// Levenshtein's distance: the least number of letters to insert, delete or replace.
std::size_t edits_between(std::string_view one, std::string_view other);

/// The one of `names` with the fewest edits to `word`, the first of equals: what was probably meant. Empty without names.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace railhead::base
