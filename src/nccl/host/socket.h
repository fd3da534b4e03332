#pragma once

#include <optional>
#include <string>

#include "facts/evidence.h"
#include "facts/machine.h"

/// Which network interface the ranks find each other by, and TCP traffic takes.
namespace railhead::nccl {

/// `interface` is empty where none can be named; `reason` says why then too.
struct SocketInterface {
  std::string interface = {};
  std::string reason = {};
  facts::Evidence evidence = {};
};

/// The interface on the route to the rendezvous, without one (or where it is this machine itself by a loopback address) that of
/// the default route, and where there is neither the only interface with an address that is under no RDMA device. Rails are
/// never listed: on separate rails each reaches only its own kind on the other nodes.
SocketInterface socket_interface(const facts::Machine& machine, const std::optional<facts::Address>& rendezvous);

}  // namespace railhead::nccl
