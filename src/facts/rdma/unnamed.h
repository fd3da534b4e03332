#pragma once

#include <string_view>

namespace railhead::facts {

/// The name of a device in a text whose head was cut from the paste. No real device can have it.
inline constexpr std::string_view kUnnamed = "(unnamed)";

}  // namespace railhead::facts
