#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "facts/machine.h"

/// Where a RoCE port is in the network: the address behind the GID that a job would use, and what reaches it.
namespace railhead::fabric {

/// `entry` is the first RoCE v2 GID with an IPv4 address (169.254.0.0/16 does not count), the one that NCCL and UCX choose by
/// themselves; `interface` holds it, with `address` and its prefix.
struct PortAddress {
  const facts::GidEntry* entry = nullptr;
  std::string interface;
  facts::Address address;
};

/// Nothing where the port has no such GID, or where the interface or the prefix behind it is not known.
std::optional<PortAddress> address_of(const facts::Machine& machine, const PortView& view);

/// Whether a packet that leaves from `from` gets to the network of `to`: one subnet, or a route out of the interface of `from`
/// that covers it. Nothing where routes are not known. Policy routing (ip rule) is not seen.
std::optional<bool> reaches(const facts::Machine& machine, const PortAddress& from, const PortAddress& to);

}  // namespace railhead::fabric
