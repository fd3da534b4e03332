#pragma once

// The one way to format text here. fmt is compiled once (format.cc) instead of header-only in every file, which keeps a
// clean build short; include this header, never <fmt/format.h>.
#include <fmt/core.h>

namespace railhead::base {

using fmt::format;

}  // namespace railhead::base
