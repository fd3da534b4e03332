#include "fabric/port/ports.h"

#include <algorithm>

#include "base/format.h"
#include "fabric/device/claim.h"

namespace railhead::fabric {

std::vector<PortView> port_views(const facts::Machine& machine) {
  std::vector<PortView> views;
  if (!machine.rdma.devices.has()) return views;
  for (const facts::Device& device : *machine.rdma.devices) {
    const bool allocated = !given_by(machine, device).empty();
    for (const facts::Port& port : device.ports)
      views.push_back({&device, &port, facts::port_use(machine, device, port).usable, allocated, false});
  }
  const bool any = std::ranges::any_of(views, &PortView::allocated);
  for (PortView& view : views) view.foreign = !view.allocated && (any || view.device->uverbs_node.present.is(false));
  return views;
}

std::string subject(const PortView& view) { return base::format("{}/{}", view.device->name, view.port->number); }

bool is_active(const facts::Port& port) {
  return port.state.is(facts::PortState::active) || port.state.is(facts::PortState::active_defer);
}

bool is_roce(const PortView& view) {
  const facts::Known<std::string>& type = view.device->node_type;
  const bool iwarp = type.has() && type->starts_with("4");
  return view.port->link_layer.is(facts::LinkLayer::ethernet) && !iwarp;
}

bool is_infiniband(const PortView& view) { return view.port->link_layer.is(facts::LinkLayer::infiniband); }

}  // namespace railhead::fabric
