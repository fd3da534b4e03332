#include "nccl/host/socket.h"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "fabric/net/rails.h"

namespace railhead::nccl {
namespace {

constexpr unsigned kLoopbackType = 772;  // ARPHRD_LOOPBACK, linux/if_arp.h

bool is_loopback(const facts::Address& address) {
  if (address.ipv4) return facts::ipv4_of(address.value) >> 24U == 127;
  facts::Gid one;
  one.bytes[15] = 1;
  return address.value == one;
}

bool is_loopback(const facts::Interface& interface) { return interface.name == "lo" || interface.type.is(kLoopbackType); }

/// The interface that has the address itself, for the node where the ranks meet.
const facts::Interface* holder(const facts::Network& network, const facts::Address& address) {
  if (!network.interfaces.has()) return nullptr;
  for (const facts::Interface& interface : *network.interfaces)
    if (interface.addresses.has() &&
        std::ranges::find(*interface.addresses, address.value, &facts::Address::value) != interface.addresses->end())
      return &interface;
  return nullptr;
}

std::optional<SocketInterface> by_rendezvous(const facts::Network& network, const facts::Address& address) {
  const std::string shown = facts::text(address.value);
  if (const facts::Interface* own = holder(network, address); own && !is_loopback(*own))
    return SocketInterface{own->name, base::format("the rendezvous {} is this machine's own address, on {}", shown, own->name),
                           seen(own->addresses, shown + " on " + own->name)};
  const facts::Known<std::string> route = facts::route_to(network, address);
  if (!route.has() || *route == "lo") return std::nullopt;
  return SocketInterface{*route, base::format("the route to the rendezvous {} leaves by it", shown),
                         seen(route, base::format("route to {} by {}", shown, *route))};
}

/// IPv4 first: of two default routes the one of a lower metric.
std::optional<SocketInterface> by_default_route(const facts::Network& network) {
  if (!network.routes.has()) return std::nullopt;
  for (const bool ipv4 : {true, false}) {
    const facts::Route* best = nullptr;
    for (const facts::Route& route : *network.routes) {
      if (route.destination.ipv4 != ipv4 || route.destination.prefix_length != 0) continue;
      if (route.interface.empty() || route.interface == "lo") continue;
      if (best == nullptr || route.metric < best->metric) best = &route;
    }
    if (best != nullptr)
      return SocketInterface{best->interface, "the default route leaves by it",
                             seen(network.routes, "default route by " + best->interface)};
  }
  return std::nullopt;
}

std::set<std::string> rail_names(const facts::Machine& machine) {
  std::set<std::string> names;
  if (!machine.rdma.devices.has()) return names;
  for (const facts::Device& device : *machine.rdma.devices) {
    if (device.netdevs.has()) names.insert(device.netdevs->begin(), device.netdevs->end());
    for (const facts::Port& port : device.ports) {
      if (!port.gids.has()) continue;
      for (const facts::GidEntry& entry : port.gids->entries)
        if (entry.netdev.has()) names.insert(*entry.netdev);
    }
  }
  return names;
}

std::optional<SocketInterface> the_only_one(const facts::Machine& machine) {
  if (!machine.network.interfaces.has()) return std::nullopt;
  const std::set<std::string> rails = rail_names(machine);
  std::vector<const facts::Interface*> found;
  for (const facts::Interface& interface : *machine.network.interfaces) {
    if (is_loopback(interface) || rails.contains(interface.name) || !interface.addresses.has()) continue;
    if (interface.state.is("down") || interface.name.starts_with("docker") || interface.name.starts_with("virbr")) continue;
    if (std::ranges::any_of(*interface.addresses, fabric::is_routable)) found.push_back(&interface);
  }
  if (found.size() != 1) return std::nullopt;
  return SocketInterface{found[0]->name, "it is the only interface with an address that is under no RDMA device",
                         seen(found[0]->addresses, "an address on " + found[0]->name)};
}

SocketInterface none(const facts::Machine& machine) {
  const facts::Known<std::vector<facts::Route>>& routes = machine.network.routes;
  if (!routes.has()) return {{}, "the routes are not known, so the interface cannot be named", lacking(routes, "routes")};
  return {{},
          "no route leads to a rendezvous or out of this machine; name it with --rendezvous ADDRESS",
          seen(routes, "no default route")};
}

}  // namespace

SocketInterface socket_interface(const facts::Machine& machine, const std::optional<facts::Address>& rendezvous) {
  if (rendezvous && !is_loopback(*rendezvous))
    if (auto found = by_rendezvous(machine.network, *rendezvous)) return *found;
  if (auto found = by_default_route(machine.network)) return *found;
  if (auto found = the_only_one(machine)) return *found;
  return none(machine);
}

}  // namespace railhead::nccl
