#include "fabric/net/addresses.h"

#include <algorithm>

#include "fabric/net/rails.h"
#include "fabric/port/gids.h"

namespace railhead::fabric {
namespace {

const facts::GidEntry* chosen_entry(const Gids& gids) {
  if (gids.v2_ipv4.empty()) return nullptr;
  const auto found = std::ranges::find(gids.here, gids.v2_ipv4.front(), &facts::GidEntry::index);
  return found == gids.here.end() ? nullptr : *found;
}

bool holds(const facts::Interface& interface, const facts::Gid& gid, facts::Address& address) {
  if (!interface.addresses.has()) return false;
  const auto found = std::ranges::find(*interface.addresses, gid, &facts::Address::value);
  if (found == interface.addresses->end()) return false;
  address = *found;
  return true;
}

/// Whether the route's destination covers the whole of the address, a host.
bool covers(const facts::Route& route, facts::Address host) {
  host.prefix_length = host.ipv4 ? 32 : 128;
  return facts::same_subnet(route.destination, host);
}

}  // namespace

std::optional<PortAddress> address_of(const facts::Machine& machine, const PortView& view) {
  if (!view.port->gids.has() || !machine.network.interfaces.has()) return std::nullopt;
  const Gids gids = gids_of(machine, *view.device, *view.port->gids);
  PortAddress found;
  found.entry = chosen_entry(gids);
  if (found.entry == nullptr) return std::nullopt;
  for (const facts::Interface& interface : *machine.network.interfaces) {
    if (found.entry->netdev.has() && *found.entry->netdev != interface.name) continue;
    if (!holds(interface, *found.entry->gid, found.address)) continue;
    found.interface = interface.name;
    return found;
  }
  return std::nullopt;
}

std::optional<bool> reaches(const facts::Machine& machine, const PortAddress& from, const PortAddress& to) {
  // A host address (/32, /128) names no subnet: only a route can say what it reaches.
  if (!is_single(from.address) && facts::same_subnet(from.address, to.address)) return true;
  if (!machine.network.routes.has()) return std::nullopt;
  return std::ranges::any_of(*machine.network.routes, [&](const facts::Route& route) {
    return route.interface == from.interface && covers(route, to.address);
  });
}

}  // namespace railhead::fabric
