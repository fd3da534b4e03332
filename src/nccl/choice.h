#pragma once

#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "facts/machine.h"
#include "nccl/plan.h"

/// Which RDMA ports a job should use.
namespace railhead::nccl {

struct Choice {
  std::vector<fabric::PortView> ports = {};  // in order of the devices
  std::vector<LeftOut> left_out = {};
  bool visible = false;  // there are RDMA devices at all
  bool known = true;     // false: what keeps a port out may be only that it is not known
  std::string why = {};  // why these, or why none
};

/// A port is taken when it is this container's, its device speaks what NCCL speaks, it is usable, the card's own port is not
/// taken beside it, its address is of the best kind that a port here has, its link layer is that of the fastest ports, and no
/// other of these is faster. With NCCL_IB_HCA set by the user, all usable ports that it lets NCCL use are taken instead.
Choice choose(const facts::Machine& machine);

/// As if NCCL_IB_HCA were not set.
Choice choose_unasked(const facts::Machine& machine);

/// "mlx5_6:1", as NCCL_IB_HCA and UCX_NET_DEVICES have it.
std::string hca_name(const fabric::PortView& view);

}  // namespace railhead::nccl
