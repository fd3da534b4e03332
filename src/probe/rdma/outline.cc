#include "probe/rdma/outline.h"

#include <algorithm>

#include "base/format.h"
#include "probe/open_folder.h"
#include "probe/rdma/device.h"
#include "probe/rdma/tables.h"
#include "probe/rdma/traffic_class.h"
#include "probe/rdma/values.h"

namespace railhead::probe {
namespace {

facts::Port port(const sys::FileTree& files, const std::string& device, const std::string& path, unsigned number, bool opens) {
  const OpenFolder folder(files, path);
  facts::Port port;
  port.number = number;
  port.state = parsed<facts::PortState>(folder, "state", "a state like '4: ACTIVE'", parse_port_state);
  const sys::Outcome<std::string> rate = folder.read("rate");
  port.rate_text = text_of(rate, folder.source("rate"));
  port.rate = parsed<base::BitsPerSecond>(rate, folder.source("rate"), "a rate like '100 Gb/sec (4X EDR)'", parse_rate);
  port.link_layer = parsed<facts::LinkLayer>(folder, "link_layer", "'InfiniBand' or 'Ethernet'", parse_link_layer);
  const bool active = port.state.is(facts::PortState::active) || port.state.is(facts::PortState::active_defer);
  if (!opens || (port.state && !active)) return port;  // no job can use it, whatever its GIDs are
  if (port.link_layer.is(facts::LinkLayer::infiniband)) {
    port.gids = first_gid(files, path);
    return port;
  }
  add_traffic_class(files, device, port);
  port.gids = used_gid(files, path);
  return port;
}

std::vector<facts::Port> ports(const sys::FileTree& files, const std::string& device, bool opens) {
  std::vector<facts::Port> found;
  const std::string path = device + "/ports";
  const sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return found;
  for (const std::string& name : *names)
    if (const auto number = probe::number<std::uint8_t>(name); number && *number > 0)
      found.push_back(port(files, device, base::format("{}/{}", path, name), *number, opens));
  return found;
}

/// A port whose interfaces matter, and whose GID does not name the one that does.
bool needs_netdevs(const facts::Device& device) {
  return std::ranges::any_of(device.ports, [](const facts::Port& port) {
    const bool named = port.gids && port.gids->entries.size() == 1 && port.gids->entries[0].netdev;
    return !port.link_layer.is(facts::LinkLayer::infiniband) && !named;
  });
}

}  // namespace

facts::Device outline(const sys::FileTree& files, const std::string& name, const facts::Pci& pci, bool opens) {
  const std::string path = "/sys/class/infiniband/" + name;
  facts::Device device;
  device.name = base::printable(name);
  device.node_type = text_of(files, path + "/node_type");
  device.driver = link_name_of(files, path + "/device/driver");
  if (pci.functions && !pci.functions->empty()) device.pci_address = pci_parent(files, path);
  device.ports = ports(files, path, opens);
  if (needs_netdevs(device)) device.netdevs = netdevs(files, path, device, nullptr);
  return device;
}

}  // namespace railhead::probe
