#include "facts/rdma/usable.h"

#include <algorithm>

#include "base/format.h"

// The steps go from the outside in, and the first that fails or cannot be told gives the answer: a port that is down behind a
// node that is not there has one reason to be named first. "Cannot be told" stops the walk too, except where a later step says
// "no": a port that is down is not usable, whatever is not known of its node.

namespace railhead::facts {
namespace {

struct Step {
  Usable usable = Usable::yes;
  std::string reason;
};

Step no(std::string reason) { return {Usable::no, std::move(reason)}; }
Step not_known(std::string reason) { return {Usable::unknown, std::move(reason)}; }

/// A device that the kernel gives no uverbs device (ib_uverbs is not loaded) is of no use; in a capture without /dev it is only
/// that nobody looked.
Step without_uverbs(const Machine& machine, const Device& device) {
  const Missing& why = device.uverbs.missing();
  if (why.why != Why::not_found) return not_known(base::format("its uverbs device: {}", described(why)));
  if (machine.rdma.nodes.not_asked()) return not_known("no uverbs device is recorded for it");
  return no("the kernel has no uverbs device for it");
}

/// The node of the device: it has one, the node is in /dev/infiniband, and it opens.
Step node_step(const Machine& machine, const Device& device) {
  const DeviceNode& node = device.uverbs_node;
  if (node.present.is(false))
    return no(base::format("{} is not in /dev/infiniband", device.uverbs.value_or("its uverbs node")));
  if (!device.uverbs) return without_uverbs(machine, device);
  if (!node.present) return not_known(base::format("{}: {}", node.path, described(node.present.missing())));
  if (node.opens.is(true)) return {};
  if (node.opens.not_asked()) return not_known(base::format("{} was not opened", node.path));
  return no(base::format("{} does not open ({})", node.path, node.opens ? "refused" : node.opens.missing().detail));
}

/// libibverbs: what NCCL, UCX and MPI go through.
Step verbs_step(const Device& device) {
  if (device.verbs_lists.not_asked()) return {};
  if (!device.verbs_lists) return not_known(base::format("libibverbs: {}", described(device.verbs_lists.missing())));
  if (!*device.verbs_lists) return no("libibverbs does not list it");
  if (!device.verbs_opens && !device.verbs_opens.not_asked())
    return no(base::format("ibv_open_device fails ({})", device.verbs_opens.missing().detail));
  return {};
}

Step state_step(const Port& port) {
  if (!port.state) return not_known(base::format("the port's state: {}", described(port.state.missing())));
  if (port.state.is(PortState::active) || port.state.is(PortState::active_defer)) return {};
  return no(base::format("the port is {}", name(*port.state)));
}

bool has_interface(const std::vector<Interface>& interfaces, const std::string& name) {
  return std::ranges::find(interfaces, name, &Interface::name) != interfaces.end();
}

/// One of the device's own netdevs is in this network namespace.
bool has_own_netdev(const Device& device, const std::vector<Interface>& interfaces) {
  return device.netdevs &&
         std::ranges::any_of(*device.netdevs, [&](const std::string& netdev) { return has_interface(interfaces, netdev); });
}

/// Whether the netdev of a GID is in this network namespace. Kernels before 4.5 do not name it; the device's own then stand in.
bool is_local(const GidEntry& entry, const Device& device, const std::vector<Interface>& interfaces) {
  return entry.netdev ? has_interface(interfaces, *entry.netdev) : has_own_netdev(device, interfaces);
}

/// Ethernet: the GIDs of netdevs elsewhere are listed here too, but a connection cannot be made from them.
Step roce_step(const Device& device, const Port& port, const std::vector<Interface>& interfaces) {
  if (!port.gids) return not_known(base::format("its GID table: {}", described(port.gids.missing())));
  bool any_gid = false;
  bool link_local = false;
  for (const GidEntry& entry : port.gids->entries) {
    if (!entry.gid) continue;
    any_gid = true;
    if (!is_local(entry, device, interfaces)) continue;
    if (!is_link_local(*entry.gid)) return {};
    link_local = true;
  }
  if (link_local) return not_known("its only GIDs here are link-local");
  if (any_gid) return no("its netdev is not in this network namespace");
  return has_own_netdev(device, interfaces) ? no("its GID table is empty")
                                            : no("it has no GID and no netdev in this network namespace");
}

/// iWARP has one GID, made of the MAC, and needs the netdev alone.
bool is_iwarp(const Device& device) { return device.node_type && device.node_type->starts_with("4"); }

Step network_step(const Machine& machine, const Device& device, const Port& port) {
  if (!port.link_layer) return not_known(base::format("its link layer: {}", described(port.link_layer.missing())));
  if (*port.link_layer != LinkLayer::ethernet) return {};
  const Known<std::vector<Interface>>& interfaces = machine.network.interfaces;
  if (!interfaces) return not_known(base::format("the network interfaces: {}", described(interfaces.missing())));
  if (!is_iwarp(device)) return roce_step(device, port, *interfaces);
  if (!device.netdevs) return not_known(base::format("its netdev: {}", described(device.netdevs.missing())));
  return has_own_netdev(device, *interfaces) ? Step{} : no("its netdev is not in this network namespace");
}

}  // namespace

PortUse port_use(const Machine& machine, const Device& device, const Port& port) {
  PortUse use{.device = device.name,
              .port = port.number,
              .usable = Usable::yes,
              .reason = {},
              .link_layer = port.link_layer.value_or(LinkLayer::other)};
  for (Step& step : std::vector<Step>{node_step(machine, device), verbs_step(device), state_step(port),
                                      network_step(machine, device, port)}) {
    const bool first_problem = use.usable == Usable::yes && step.usable != Usable::yes;
    const bool now_certain = use.usable == Usable::unknown && step.usable == Usable::no;
    if (!first_problem && !now_certain) continue;
    use.usable = step.usable;
    use.reason = std::move(step.reason);
  }
  return use;
}

std::vector<PortUse> port_uses(const Machine& machine) {
  std::vector<PortUse> uses;
  if (!machine.rdma.devices) return uses;
  for (const Device& device : *machine.rdma.devices)
    for (const Port& port : device.ports) uses.push_back(port_use(machine, device, port));
  return uses;
}

}  // namespace railhead::facts
