#pragma once

#include <string_view>
#include <vector>

#include "text/block.h"

namespace railhead::text {

/// The name of a device in a listing whose head was cut from the paste. No real device can have it.
inline constexpr std::string_view kUnnamed = "(unnamed)";

/// Listings of RDMA devices and network interfaces.
const std::vector<Kind>& listings();

}  // namespace railhead::text
