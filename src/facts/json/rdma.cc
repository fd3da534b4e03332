#include "base/format.h"
#include "facts/json/known.h"
#include "facts/json/machine.h"

namespace railhead::facts {
namespace {

Json named_state(PortState state) { return name(state); }
Json named_layer(LinkLayer layer) { return name(layer); }

Json gid_json(const GidEntry& entry) {
  return {{"index", entry.index},
          {"gid", known_json(entry.gid, [](const Gid& gid) { return Json(text(gid)); })},
          {"type", known_json(entry.type, [](GidType type) { return Json(name(type)); })},
          {"netdev", known_json(entry.netdev)}};
}

Json table_json(const GidTable& table) {
  return {{"size", table.size}, {"zero", table.zero}, {"entries", list_json(table.entries, gid_json)}};
}

Json pkeys_json(const std::vector<std::uint16_t>& keys) {
  return list_json(keys, [](std::uint16_t key) { return Json(base::format("0x{:04x}", key)); });
}

Json port_json(const Port& port) {
  return {{"port", port.number},
          {"state", known_json(port.state, named_state)},
          {"physical_state", known_json(port.physical_state)},
          {"rate_bps", known_json(port.rate, [](base::BitsPerSecond rate) { return Json(rate.value); })},
          {"rate", known_json(port.rate_text)},
          {"link_layer", known_json(port.link_layer, named_layer)},
          {"lid", known_json(port.lid)},
          {"sm_lid", known_json(port.sm_lid)},
          {"active_mtu_bytes", known_json(port.active_mtu)},
          {"max_mtu_bytes", known_json(port.max_mtu)},
          {"gids", known_json(port.gids, table_json)},
          {"pkeys", known_json(port.pkeys, pkeys_json)},
          {"counters", port.counters},
          {"cm_roce_tos", known_json(port.cm_roce_tos)},
          {"forced_traffic_class", known_json(port.forced_traffic_class)},
          {"hw_counters", port.hw_counters}};
}

Json node_json(const DeviceNode& node) {
  const auto octal = [](std::uint32_t mode) { return Json(base::format("{:04o}", mode)); };
  return {{"path", base::printable(node.path)}, {"present", known_json(node.present)}, {"mode", known_json(node.mode, octal)},
          {"uid", known_json(node.uid)},        {"gid", known_json(node.gid)},         {"opens", known_json(node.opens)}};
}

Json device_json(const Device& device) {
  return {
      {"name", base::printable(device.name)},
      {"driver", known_json(device.driver)},
      {"firmware", known_json(device.firmware)},
      {"node_guid", known_json(device.node_guid, [](std::uint64_t guid) { return Json(base::format("{:016x}", guid)); })},
      {"node_type", known_json(device.node_type)},
      {"pci", known_json(device.pci_address)},
      {"pci_id", known_json(device.pci_id)},
      {"function", known_json(device.function, [](Function kind) { return Json(kind == Function::physical ? "PF" : "VF"); })},
      {"physical_function", known_json(device.physical_function)},
      {"numa_node", known_json(device.numa_node)},
      {"netdevs", known_json(device.netdevs, texts_json)},
      {"uverbs", known_json(device.uverbs)},
      {"verbs_lists", known_json(device.verbs_lists)},
      {"verbs_opens", known_json(device.verbs_opens)},
      {"uverbs_node", node_json(device.uverbs_node)},
      {"umad_node", node_json(device.umad_node)},
      {"ports", list_json(device.ports, port_json)}};
}

Json address_json(const Address& address) { return base::format("{}/{}", text(address.value), address.prefix_length); }

Json interface_json(const Interface& interface) {
  return {{"name", base::printable(interface.name)},
          {"mtu_bytes", known_json(interface.mtu)},
          {"type", known_json(interface.type)},
          {"state", known_json(interface.state)},
          {"mac", known_json(interface.mac)},
          {"driver", known_json(interface.driver)},
          {"pci", known_json(interface.pci_address)},
          {"addresses", known_json(interface.addresses, [](const auto& list) { return list_json(list, address_json); })}};
}

Json route_json(const Route& route) {
  return {{"destination", address_json(route.destination)},
          {"interface", base::printable(route.interface)},
          {"metric", route.metric}};
}

}  // namespace

Json json(const Rdma& rdma) {
  const auto mode = [](NetnsMode netns) { return Json(netns == NetnsMode::shared ? "shared" : "exclusive"); };
  return {{"devices", known_json(rdma.devices, [](const auto& devices) { return list_json(devices, device_json); })},
          {"netns_mode", known_json(rdma.netns_mode, mode)},
          {"rdma_cm", node_json(rdma.rdma_cm)},
          {"nodes", known_json(rdma.nodes, texts_json)}};
}

Json json(const Network& network) {
  return {{"interfaces", known_json(network.interfaces, [](const auto& list) { return list_json(list, interface_json); })},
          {"routes", known_json(network.routes, [](const auto& list) { return list_json(list, route_json); })}};
}

}  // namespace railhead::facts
