#pragma once

#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "facts/net/interface.h"

/// Rails: the network interfaces under the RoCE ports that a job would use.
namespace railhead::fabric {

/// `view` points into the Ports it was made from, `interface` into its machine.
struct Rail {
  const PortView* view = nullptr;
  const facts::Interface* interface = nullptr;
  bool own = false;  // the adapter's own interface, not a macvlan, VLAN or bond on it
};

/// The interfaces, in this network namespace, of every RoCE port that is not known to be unusable: those of the adapter and
/// those that its GIDs name. In order of the ports; an interface that two ports share is listed for each.
std::vector<Rail> rails_of(const facts::Machine& machine, const std::vector<PortView>& views);

/// "10.0.0.1/24"
std::string text(const facts::Address& address);

/// Neither link-local nor self-assigned nor zero.
bool is_routable(const facts::Address& address);

/// A prefix as long as the address (/32, /128): such an address is no subnet, and may be put on many interfaces on purpose.
bool is_single(const facts::Address& address);

}  // namespace railhead::fabric
