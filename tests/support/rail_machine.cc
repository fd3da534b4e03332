#include "tests/support/rail_machine.h"

#include <algorithm>

#include "facts/net/address_text.h"

namespace railhead::test {
namespace {

template <class T>
std::vector<T> taken(const facts::Known<std::vector<T>>& list) {
  return list.has() ? *list : std::vector<T>{};
}

facts::GidEntry entry(unsigned index, const facts::Gid& gid, facts::GidType type, const std::string& netdev) {
  return {.index = index, .gid = {gid, "gids"}, .type = {type, "types"}, .netdev = {netdev, "ndevs"}};
}

}  // namespace

facts::Address address(const std::string& text, unsigned prefix_length) {
  facts::Address found = facts::parse_host_address(text).value();
  found.prefix_length = prefix_length;
  return found;
}

RailMachine::RailMachine() {
  machine.rdma.devices = {[] {
                            std::vector<facts::Device> devices;
                            devices.reserve(32);  // the references that are handed out stay good
                            return devices;
                          }(),
                          "/sys/class/infiniband"};
  machine.rdma.nodes = {std::vector<std::string>{}, "/dev/infiniband"};
  machine.network.interfaces = {std::vector<facts::Interface>{}, "/sys/class/net"};
  machine.network.routes = {std::vector<facts::Route>{}, "/proc/net/route"};
  machine.gpu.gpus = {std::vector<facts::Gpu>{}, "/sys/bus/pci/devices"};
  machine.software.nccl = {std::vector<facts::Library>{}, "folders"};
  machine.software.net_plugins = {std::vector<facts::Library>{}, "folders"};
  machine.environment.variables = {std::vector<facts::Variable>{}, "environment"};
  interface("lo", "127.0.0.1", 8);
}

facts::Device& RailMachine::add(const std::string& name, facts::LinkLayer layer, unsigned gbps) {
  facts::Device device;
  device.name = name;
  device.node_type = {std::string("1: CA"), "node_type"};
  device.uverbs = {"uverbs-" + name, "class"};
  device.uverbs_node.path = "/dev/infiniband/uverbs-" + name;
  device.uverbs_node.present = {true, "node"};
  device.uverbs_node.opens = {true, "node"};
  facts::Port port;
  port.state = {facts::PortState::active, "state"};
  port.link_layer = {layer, "link_layer"};
  port.rate = {base::BitsPerSecond{std::uint64_t{gbps} * 1000 * 1000 * 1000}, "rate"};
  port.gids = {facts::GidTable{}, "gids"};
  device.ports = {port};
  auto& devices = const_cast<std::vector<facts::Device>&>(*machine.rdma.devices);
  devices.push_back(device);
  return devices.back();
}

facts::Device& RailMachine::roce(const std::string& name, const std::string& netdev, const std::string& text,
                                 unsigned gid_index, unsigned gbps) {
  facts::Device& device = add(name, facts::LinkLayer::ethernet, gbps);
  device.netdevs = {std::vector<std::string>{netdev}, "net"};
  interface(netdev, text, 24);
  const facts::Gid gid = address(text, 24).value;
  facts::GidTable table{.size = 16, .zero = 14, .entries = {}};
  table.entries = {entry(gid_index - 1, gid, facts::GidType::roce_v1, netdev),
                   entry(gid_index, gid, facts::GidType::roce_v2, netdev)};
  device.ports[0].gids = {table, "gids"};
  return device;
}

facts::Device& RailMachine::infiniband(const std::string& name, unsigned gbps) {
  facts::Device& device = add(name, facts::LinkLayer::infiniband, gbps);
  facts::Gid gid;
  gid.bytes[0] = 0xfe;
  gid.bytes[1] = 0x80;
  gid.bytes[15] = static_cast<std::uint8_t>(machine.rdma.devices->size());
  device.ports[0].gids = {
      facts::GidTable{.size = 8,
                      .zero = 7,
                      .entries = {{.index = 0, .gid = {gid, "gids/0"}, .type = {facts::GidType::ib, "types/0"}, .netdev = {}}}},
      "gids"};
  return device;
}

void RailMachine::interface(const std::string& name, const std::string& text, unsigned prefix_length) {
  facts::Interface made;
  made.name = name;
  made.addresses = {std::vector<facts::Address>{address(text, prefix_length)}, "getifaddrs(3)"};
  std::vector<facts::Interface> all = taken(machine.network.interfaces);
  all.push_back(made);
  machine.network.interfaces = {all, "/sys/class/net"};
  if (name != "lo") route(text, prefix_length, name);
}

void RailMachine::route(const std::string& destination, unsigned prefix_length, const std::string& out, std::uint32_t metric) {
  std::vector<facts::Route> all = taken(machine.network.routes);
  all.push_back({.destination = address(destination, prefix_length), .interface = out, .metric = metric});
  machine.network.routes = {all, "/proc/net/route"};
}

void RailMachine::set(const std::string& name, const std::string& value, const std::string& source) {
  std::vector<facts::Variable> all = taken(machine.environment.variables);
  all.push_back({name, value, source});
  std::ranges::stable_sort(all, {}, &facts::Variable::name);
  machine.environment.variables = {all, "environment"};
}

void RailMachine::allocate(const std::string& device) {
  facts::Allocation allocation;
  allocation.resource = "EXAMPLE_COM_RAIL";
  allocation.variable = "PCIDEVICE_EXAMPLE_COM_RAIL";
  allocation.devices = {
      std::vector<facts::AllocatedDevice>{{.pci_address = "0000:00:00.0", .rdma_device = device, .uverbs = {}}}, "environment"};
  machine.container.allocations.push_back(allocation);
}

void RailMachine::nccl(const std::string& version) {
  facts::Library library{.name = "libnccl.so.2", .path = {}, .version = {version, "file"}, .loads = {}};
  machine.software.nccl = {std::vector<facts::Library>{library}, "folders"};
}

void RailMachine::gpu(const std::string& vendor) {
  std::vector<facts::Gpu> all = taken(machine.gpu.gpus);
  facts::Gpu made;
  made.vendor = vendor;
  made.pci_address = "0000:18:00.0";
  all.push_back(made);
  machine.gpu.gpus = {all, "/sys/bus/pci/devices"};
}

}  // namespace railhead::test
