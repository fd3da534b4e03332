#pragma once

#include <vector>

#include "text/block.h"

namespace railhead::text {

/// Listings of RDMA devices and network interfaces.
const std::vector<Kind>& listings();

}  // namespace railhead::text
