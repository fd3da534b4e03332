#pragma once

#include <string>
#include <vector>

#include "facts/machine.h"

/// Visible is not usable. A port counts when its device's uverbs node is here and opens, the port is active, and, on Ethernet,
/// a netdev of it is in this network namespace with a GID that can be used.
namespace railhead::facts {

enum class Usable { yes, no, unknown };

/// `reason` says what is missing or unknown, in a few words: "uverbs3 is not in /dev/infiniband". Empty when usable.
struct PortUse {
  std::string device;
  unsigned port = 1;
  Usable usable = Usable::unknown;
  std::string reason;
  LinkLayer link_layer = LinkLayer::other;
};

/// One entry a port, in order of the devices.
std::vector<PortUse> port_uses(const Machine& machine);

/// Judges one port; `machine` gives the interfaces of this network namespace and the allocations.
PortUse port_use(const Machine& machine, const Device& device, const Port& port);

}  // namespace railhead::facts
