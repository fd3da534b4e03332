#pragma once

#include <optional>
#include <string>

#include "facts/net/interface.h"

namespace railhead::facts {

/// Reads "10.0.0.1" or "fd00::1" (no prefix, no port, no name) as a host's address; nothing for anything else.
std::optional<Address> parse_host_address(const std::string& text);

/// Reads "10.0.0.0/24" or "fd00::/64" with the length of its prefix; nothing without one, or with one that is too long.
std::optional<Address> parse_subnet(const std::string& text);

}  // namespace railhead::facts
