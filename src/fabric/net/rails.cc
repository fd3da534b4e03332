#include "fabric/net/rails.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "fabric/port/gids.h"

namespace railhead::fabric {
namespace {

std::set<std::string> names_of(const facts::Machine& machine, const PortView& view) {
  std::set<std::string> names;
  if (view.device->netdevs.has()) names.insert(view.device->netdevs->begin(), view.device->netdevs->end());
  if (!view.port->gids.has()) return names;
  const Gids gids = gids_of(machine, *view.device, *view.port->gids);
  for (const facts::GidEntry* entry : gids.here)
    if (entry->netdev.has()) names.insert(*entry->netdev);
  return names;
}

bool owns(const facts::Device& device, const std::string& name) {
  return device.netdevs.has() && std::ranges::find(*device.netdevs, name) != device.netdevs->end();
}

}  // namespace

std::vector<Rail> rails_of(const facts::Machine& machine, const std::vector<PortView>& views) {
  std::vector<Rail> rails;
  if (!machine.network.interfaces.has()) return rails;
  for (const PortView& view : views) {
    if (view.foreign || view.usable == facts::Usable::no || !is_roce(view)) continue;
    for (const std::string& name : names_of(machine, view))
      if (const facts::Interface* interface = facts::find(machine.network, name))
        rails.push_back({&view, interface, owns(*view.device, name)});
  }
  return rails;
}

std::string text(const facts::Address& address) {
  return base::format("{}/{}", facts::text(address.value), address.prefix_length);
}

bool is_routable(const facts::Address& address) {
  return !facts::is_zero(address.value) && !facts::is_link_local(address.value) && !facts::is_autoconf(address.value);
}

bool is_single(const facts::Address& address) { return address.prefix_length >= (address.ipv4 ? 32U : 128U); }

}  // namespace railhead::fabric
