#pragma once

#include <optional>
#include <string>

#include "fabric/port/ports.h"
#include "facts/evidence.h"
#include "facts/machine.h"

/// The MTU of RDMA packets and how it follows from an interface's.
namespace railhead::fabric {

/// What an interface's MTU must leave for headers around the payload of a RoCE packet: 40 IPv6 or GRH, 8 UDP, 12 BTH, 4 XRC, 28
/// atomic, 4 ICRC. Source: iboe_get_mtu() in include/rdma/ib_addr.h, include/rdma/ib_pack.h.
constexpr unsigned kRoceHeaders = 96;

/// The largest payload (256 to 4096, a power of two) that an interface of `mtu` bytes carries; 0 when not even 256.
unsigned roce_payload(unsigned mtu);

/// `interface` is the one it follows; empty on InfiniBand and where that is not certain.
struct RdmaMtu {
  unsigned bytes = 0;
  std::string interface;
  facts::Evidence evidence;
};

/// As verbs say it; else, on RoCE, as the kernel derives it from the adapter's own interface in this network namespace. Nothing
/// where neither is known.
std::optional<RdmaMtu> rdma_mtu(const facts::Machine& machine, const PortView& view);

}  // namespace railhead::fabric
