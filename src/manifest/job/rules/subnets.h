#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facts/net/interface.h"

/// Subnets of rails.
namespace railhead::manifest::job {

/// "10.0.0.0/24", "fd00::/64": nothing for a text that is no subnet, and for one whose address has bits of a host.
std::optional<facts::Address> subnet_of(std::string_view text);

/// "10.0.0.0/24" of "10.0.0.7/24"; empty where that is no address with a length.
std::string network_text(std::string_view text);

/// One of them holds the other, or both are the same.
bool overlap(const facts::Address& one, const facts::Address& other);

/// `inner` is a part of `outer`, or the same.
bool holds(const facts::Address& outer, const facts::Address& inner);

/// Addresses that pods can have: without the network's own and, of IPv4, the broadcast. The largest number for more than fit.
std::uint64_t hosts_of(const facts::Address& subnet);
/// All of its addresses.
std::uint64_t addresses_of(const facts::Address& subnet);

}  // namespace railhead::manifest::job
