#include "probe/net/network.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <string>
#include <utility>

#include "facts/net/route_text.h"
#include "facts/pci/address.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kClass = "/sys/class/net";
constexpr const char* kAddresses = "getifaddrs(3)";
constexpr const char* kRoutes = "/proc/net/route";
constexpr const char* kRoutes6 = "/proc/net/ipv6_route";

using Addresses = std::map<std::string, std::vector<facts::Address>>;

/// The PCI function above the interface: the nearest one on the path of its device, which may itself be a virtio device or a
/// subfunction.
facts::Known<std::string> pci_address(const sys::FileTree& files, const std::string& folder) {
  const std::string link = folder + "/device";
  const auto path = files.real(link);
  if (!path) return {missing_of(path.error()), link};
  std::vector<std::string_view> parts = base::split(*path, '/');
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    if (facts::is_pci_address(*part)) return {std::string(*part), link};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "not on PCI"}, link};
}

/// Four bytes are an IPv4 address, 16 an IPv6 one; the kernel gives no others.
std::optional<facts::Address> address_of(const sys::InterfaceAddress& raw) {
  facts::Address address{.value = {}, .prefix_length = raw.prefix_length, .ipv4 = raw.address.size() == 4};
  if (!address.ipv4 && raw.address.size() != 16) return std::nullopt;
  if (address.ipv4) address.value.bytes[10] = address.value.bytes[11] = 0xFF;
  const std::size_t start = address.value.bytes.size() - raw.address.size();
  for (std::size_t i = 0; i < raw.address.size(); ++i)
    address.value.bytes[start + i] = static_cast<std::uint8_t>(raw.address[i]);
  return address;
}

sys::Outcome<Addresses> addresses(const sys::Kernel& kernel) {
  const auto raw = kernel.addresses();
  if (!raw) return std::unexpected(raw.error());
  Addresses found;
  for (const sys::InterfaceAddress& one : *raw)
    if (const auto address = address_of(one)) found[base::printable(one.interface)].push_back(*address);
  return found;
}

facts::Known<std::vector<facts::Address>> addresses_of(const sys::Outcome<Addresses>& all, const std::string& name) {
  if (!all) return {missing_of(all.error()), kAddresses};
  const auto found = all->find(name);
  return {found == all->end() ? std::vector<facts::Address>{} : found->second, kAddresses};
}

facts::Interface interface_of(const sys::FileTree& files, const std::string& name) {
  const std::string folder = std::string(kClass) + "/" + name;
  return {.name = base::printable(name),
          .mtu = number_of<unsigned>(files, folder + "/mtu"),
          .type = number_of<unsigned>(files, folder + "/type"),
          .state = text_of(files, folder + "/operstate"),
          .mac = text_of(files, folder + "/address"),
          .driver = link_name_of(files, folder + "/device/driver"),
          .pci_address = pci_address(files, folder),
          .addresses = {}};
}

/// bonding_masters is a plain file among the interfaces.
bool is_interface(const sys::FileTree& files, const std::string& name) {
  const auto node = files.node(std::string(kClass) + "/" + name);
  return node && (node->type == sys::NodeType::link || node->type == sys::NodeType::folder);
}

/// An interface of which no file tells.
facts::Interface bare_interface(const std::string& name) {
  const std::string path = std::string(kClass) + "/" + name;
  const facts::Missing missing{.why = facts::Why::not_found, .detail = "sysfs shows another network namespace"};
  facts::Interface interface{
      .name = name, .mtu = {}, .type = {}, .state = {}, .mac = {}, .driver = {}, .pci_address = {}, .addresses = {}};
  interface.mtu = interface.type = {missing, path};
  interface.state = interface.mac = interface.driver = interface.pci_address = {missing, path};
  return interface;
}

void add_unlisted(std::vector<facts::Interface>& interfaces, const Addresses& all) {
  for (const auto& [name, unused] : all) {
    const auto same = [&name = name](const facts::Interface& interface) { return interface.name == name; };
    if (std::none_of(interfaces.begin(), interfaces.end(), same)) interfaces.push_back(bare_interface(name));
  }
}

facts::Known<std::vector<facts::Interface>> interfaces(const sys::World& world) {
  const auto names = world.files.list(kClass);
  const auto all = addresses(world.kernel);
  if (!names && (!all || all->empty())) return {missing_of(names.error()), kClass};
  std::vector<facts::Interface> found;
  if (names)
    for (const std::string& name : *names)
      if (is_interface(world.files, name)) found.push_back(interface_of(world.files, name));
  if (all) add_unlisted(found, *all);
  for (facts::Interface& interface : found) interface.addresses = addresses_of(all, interface.name);
  return {std::move(found), kClass};
}

/// Names and addresses alone: on a node with hundreds of pods each file of each interface is time.
facts::Known<std::vector<facts::Interface>> bare_interfaces(const sys::World& world) {
  const auto names = world.files.list(kClass);
  if (!names) return interfaces(world);
  const auto all = addresses(world.kernel);
  std::vector<facts::Interface> found;
  for (const std::string& name : *names) {
    facts::Interface interface{.name = base::printable(name),
                               .mtu = {},
                               .type = {},
                               .state = {},
                               .mac = {},
                               .driver = {},
                               .pci_address = {},
                               .addresses = {}};
    interface.addresses = addresses_of(all, interface.name);
    found.push_back(std::move(interface));
  }
  return {std::move(found), kClass};
}

bool has_default(const facts::Known<std::vector<facts::Route>>& routes) {
  return routes && std::any_of(routes->begin(), routes->end(), [](const facts::Route& route) {
           return route.destination.prefix_length == 0 && !route.interface.empty() && route.interface != "lo";
         });
}

/// A kernel without IPv6 has no table for it; one without IPv4 does not exist.
facts::Known<std::vector<facts::Route>> routes(const sys::FileTree& files) {
  using Routes = std::vector<facts::Route>;
  auto ipv4 = parsed<Routes>(files, kRoutes, "a routing table", facts::parse_ipv4_routes);
  if (!ipv4) return ipv4;
  const auto read = files.read(kRoutes6);
  if (!read && read.error().value == ENOENT) return ipv4;
  auto ipv6 = parsed<Routes>(read, kRoutes6, "a routing table", facts::parse_ipv6_routes);
  if (!ipv6) return ipv6;
  Routes all = *ipv4;
  all.insert(all.end(), ipv6->begin(), ipv6->end());
  return {std::move(all), kRoutes};
}

}  // namespace

facts::Network network(const sys::World& world, Extent extent) {
  facts::Network network{.interfaces = {}, .routes = routes(world.files)};
  const bool names_suffice = extent == Extent::plan && has_default(network.routes);
  network.interfaces = names_suffice ? bare_interfaces(world) : interfaces(world);
  return network;
}

}  // namespace railhead::probe
