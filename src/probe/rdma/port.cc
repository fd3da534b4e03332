#include "probe/rdma/port.h"

#include "base/format.h"
#include "probe/open_folder.h"
#include "probe/rdma/tables.h"
#include "probe/rdma/traffic_class.h"
#include "probe/rdma/values.h"

namespace railhead::probe {
namespace {

facts::Port port(const sys::FileTree& files, const std::string& device, std::string path, unsigned number) {
  const OpenFolder folder(files, std::move(path));
  facts::Port port;
  port.number = number;
  port.state = parsed<facts::PortState>(folder, "state", "a state like '4: ACTIVE'", parse_port_state);
  port.physical_state = parsed<std::string>(folder, "phys_state", "a state like '5: LinkUp'", parse_physical_state);
  port.rate_text = text_of(folder, "rate");
  port.rate = parsed<base::BitsPerSecond>(folder, "rate", "a rate like '100 Gb/sec (4X EDR)'", parse_rate);
  port.link_layer = parsed<facts::LinkLayer>(folder, "link_layer", "'InfiniBand' or 'Ethernet'", parse_link_layer);
  port.lid = number_of<unsigned>(folder, "lid", 16);
  port.sm_lid = number_of<unsigned>(folder, "sm_lid", 16);
  if (!port.link_layer.is(facts::LinkLayer::infiniband)) add_traffic_class(files, device, port);
  port.gids = gid_table(files, folder.path(), port.link_layer.is(facts::LinkLayer::ethernet));
  port.pkeys = pkeys(files, folder.source("pkeys"));
  port.counters = counters(files, folder.source("counters"));
  port.hw_counters = counters(files, folder.source("hw_counters"));
  return port;
}

}  // namespace

std::vector<facts::Port> ports(const sys::FileTree& files, const std::string& device) {
  std::vector<facts::Port> found;
  const std::string path = base::format("{}/ports", device);
  const sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return found;
  for (const std::string& name : *names) {
    const std::optional<std::uint8_t> number = probe::number<std::uint8_t>(name);
    if (number && *number > 0 && std::to_string(*number) == name)
      found.push_back(port(files, device, base::format("{}/{}", path, name), *number));
  }
  return found;
}

}  // namespace railhead::probe
