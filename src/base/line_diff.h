#pragma once

#include <string>
#include <string_view>

namespace railhead::base {

/// What turns the lines of `before` into those of `after`: "- old", "+ new", and "  same" for two lines around each change,
/// with "  ..." where more are left out. Empty where both are the same. Texts of more than 2,000 lines are shown as a whole.
std::string line_diff(std::string_view before, std::string_view after);

}  // namespace railhead::base
