#pragma once

#include <string>
#include <vector>

#include "facts/machine.h"
#include "facts/rdma/usable.h"

/// The ports of a machine, and which of them are this job's to use.
namespace railhead::fabric {

/// A port with what is mostly asked first. It points into the machine it was made from.
struct PortView {
  const facts::Device* device = nullptr;
  const facts::Port* port = nullptr;
  facts::Usable usable = facts::Usable::unknown;
  bool allocated = false;  // the orchestrator gave this device to this container
  /// Not this job's to use: others of the visible devices were given to it, or the device's node is not here. A pod on a node
  /// with adapters sees them all, and the state of those is nobody's fault.
  bool foreign = false;
};

/// One view a port, in order of the devices; none where the devices are not known.
std::vector<PortView> port_views(const facts::Machine& machine);

/// "mlx5_0/1"
std::string subject(const PortView& view);

/// ACTIVE, or ACTIVE_DEFER, which a port passes through on its way back.
bool is_active(const facts::Port& port);

/// RoCE: Ethernet below, and not the iWARP that node type RNIC stands for.
bool is_roce(const PortView& view);
bool is_infiniband(const PortView& view);

}  // namespace railhead::fabric
