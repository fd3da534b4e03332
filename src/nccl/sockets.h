#pragma once

#include "facts/machine.h"
#include "nccl/plan.h"

namespace railhead::nccl {

/// The interface over which the ranks find each other (and, without RDMA, send their data): the one on the route to the
/// rendezvous, else that of the default route. Rails are no such thing where peers cannot be reached over them. An empty name:
/// not known, and `reason` says why.
struct SocketInterface {
  std::string name = {};
  std::string reason = {};
  std::vector<facts::Evidence> evidence = {};
};

SocketInterface socket_interface(const facts::Machine& machine, const std::optional<facts::Address>& rendezvous);

}  // namespace railhead::nccl
