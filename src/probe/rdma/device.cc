#include "probe/rdma/device.h"

#include <algorithm>
#include <ranges>

#include "base/format.h"
#include "facts/pci/address.h"
#include "probe/open_folder.h"
#include "probe/rdma/function.h"
#include "probe/rdma/port.h"
#include "probe/rdma/tables.h"
#include "probe/rdma/values.h"

namespace railhead::probe {
namespace {

/// The last PCI function that a path leads through.
std::optional<std::string> function_in(std::string_view path) {
  for (const std::string& part : facts::chain_of(path) | std::views::reverse)
    if (facts::is_pci_address(part)) return part;
  return std::nullopt;
}

bool is_here(const sys::FileTree& files, const std::string& netdev) {
  return files.node("/sys/class/net/" + netdev).has_value();
}

/// The netdevs that the GID tables of a device without a PCI function name, as far as this network namespace has them.
std::vector<std::string> netdevs_of_gids(const sys::FileTree& files, const facts::Device& device) {
  std::vector<std::string> found;
  for (const facts::Port& port : device.ports) {
    if (!port.gids) continue;
    for (const facts::GidEntry& entry : port.gids->entries) {
      if (!entry.netdev || std::ranges::count(found, *entry.netdev) != 0) continue;
      if (is_here(files, *entry.netdev)) found.push_back(*entry.netdev);
    }
  }
  return found;
}

}  // namespace

facts::Known<std::string> pci_parent(const sys::FileTree& files, const std::string& path) {
  const std::string device = path + "/device";
  if (const auto target = files.link(path))
    if (auto address = function_in(*target)) return {std::move(*address), path};
  if (const auto real = files.real(device))
    if (auto address = function_in(*real)) return {std::move(*address), device};
  if (const auto target = files.link(device))
    if (auto address = function_in(*target)) return {std::move(*address), device};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "no PCI parent"}, device};
}

facts::Known<std::vector<std::string>> netdevs(const sys::FileTree& files, const std::string& path, const facts::Device& device,
                                               const facts::PciFunction* function) {
  std::string folder = path + "/device/net";
  if (auto names = files.list(folder)) return {std::move(*names), std::move(folder)};
  if (function && function->netdevs) return function->netdevs;
  const facts::Known<std::string> parent = text_of(files, path + "/parent");
  if (parent) {
    std::vector<std::string> names;
    if (is_here(files, *parent)) names.push_back(*parent);
    return {std::move(names), parent.source()};
  }
  if (std::vector<std::string> names = netdevs_of_gids(files, device); !device.pci_address && !names.empty())
    return {std::move(names), path + "/ports"};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "ENOENT"}, std::move(folder)};
}

facts::Device device(const sys::FileTree& files, const std::string& name, const facts::Pci& pci) {
  const OpenFolder folder(files, "/sys/class/infiniband/" + name);
  facts::Device device;
  device.name = base::printable(name);
  device.firmware = text_of(folder, "fw_ver");
  device.node_guid = parsed<std::uint64_t>(folder, "node_guid", "four groups of four digits", parse_guid);
  device.node_type = text_of(folder, "node_type");
  device.pci_address = pci_parent(files, folder.path());
  const facts::PciFunction* function = device.pci_address ? find(pci, *device.pci_address) : nullptr;
  add_function(files, folder.path(), pci, function, device);
  device.ports = ports(files, folder.path());
  device.netdevs = netdevs(files, folder.path(), device, function);
  device.hw_counters = counters(files, folder.source("hw_counters"));
  return device;
}

}  // namespace railhead::probe
