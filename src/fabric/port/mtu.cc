#include "fabric/port/mtu.h"

#include "base/format.h"
#include "facts/evidence.h"

namespace railhead::fabric {

unsigned roce_payload(unsigned mtu) {
  for (unsigned payload = 4096; payload >= 256; payload /= 2)
    if (mtu >= payload + kRoceHeaders) return payload;
  return 0;
}

std::optional<RdmaMtu> rdma_mtu(const facts::Machine& machine, const PortView& view) {
  const facts::Known<std::vector<std::string>>& netdevs = view.device->netdevs;
  // With several interfaces (a bond's members, representors) it is not certain which of them the port follows.
  const bool single = is_roce(view) && netdevs.has() && netdevs->size() == 1;
  const std::string name = single ? netdevs->front() : "";
  const facts::Known<unsigned>& active = view.port->active_mtu;
  if (active.has()) return RdmaMtu{*active, name, seen(active, base::format("active MTU {} bytes", *active))};
  if (!single || !machine.network.interfaces.has()) return std::nullopt;
  const facts::Interface* interface = facts::find(machine.network, name);
  if (!interface || !interface->mtu.has()) return std::nullopt;
  return RdmaMtu{roce_payload(*interface->mtu), name,
                 seen(interface->mtu, base::format("MTU {} of {}", *interface->mtu, name))};
}

}  // namespace railhead::fabric
