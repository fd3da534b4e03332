#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace railhead::facts {

/// An amount as Kubernetes writes it. `units`: bytes, or pieces of a device, rounded up; `whole`: nothing was to be rounded.
struct Quantity {
  std::uint64_t units = 0;
  bool whole = true;
};

/// Reads "64Gi", "1.5G", "500m", "1e3", "2": decimal suffixes n u m k M G T P E, binary ones Ki Mi Gi Ti Pi Ei, exponents.
/// Nothing for what Kubernetes refuses, for negative ones and for more than 64 bits (apimachinery, pkg/api/resource).
std::optional<Quantity> parse_quantity(std::string_view text);

}  // namespace railhead::facts
