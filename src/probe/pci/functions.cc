#include "probe/pci/functions.h"

#include <algorithm>
#include <set>

#include "facts/pci/address.h"
#include "probe/open_folder.h"
#include "probe/pci/details.h"

namespace railhead::probe {
namespace {

constexpr const char* kBus = "/sys/bus/pci/devices";

/// The entry in kBus is a link that spells the way down from the host bridge. Where it is a plain folder, as some captures have
/// it, the function's own address is all there is.
std::vector<std::string> chain(const sys::FileTree& files, const std::string& path, const std::string& address) {
  if (const sys::Outcome<std::string> target = files.link(path)) return facts::chain_of(*target);
  return {address};
}

/// The classes of the PCI Code and ID Assignment Specification that GPUs and NICs are in: network, display, InfiniBand (a
/// serial bus) and processing accelerators.
bool carries_data(std::uint32_t class_code) {
  const std::uint32_t base = class_code >> 16;
  return base == 0x02 || base == 0x03 || base == 0x12 || class_code >> 8 == 0x0c06;
}

/// What is read of every function; nothing for a link that leads nowhere, and for one that the extent leaves out.
std::optional<facts::PciFunction> outline(const sys::FileTree& files, const std::string& address, Extent extent) {
  const OpenFolder folder(files, std::string(kBus) + "/" + address);
  if (!folder.opened() && missing_of(folder.error()).why == facts::Why::not_found) return std::nullopt;
  facts::PciFunction function;
  function.address = address;
  function.class_code = number_of<std::uint32_t>(folder, "class", 16);
  if (extent == Extent::plan && function.class_code && !carries_data(*function.class_code)) return std::nullopt;
  function.vendor = number_of<std::uint32_t>(folder, "vendor", 16);
  function.device = number_of<std::uint32_t>(folder, "device", 16);
  function.numa_node = number_of<int>(folder, "numa_node");
  function.driver = link_name_of(files, folder.source("driver"));
  function.chain = chain(files, folder.path(), address);
  return function;
}

bool is_bridge(const facts::PciFunction& function) { return function.class_code.value_or(0) >> 16 == 0x06; }

/// True of what a job moves its data with: a GPU, a NIC that could carry RDMA, and whatever does though no table names it.
bool matters(const sys::FileTree& files, const facts::PciFunction& function) {
  if (is_gpu(function) || is_rdma_capable(function) || is_slingshot(function)) return true;
  return !is_bridge(function) && files.node(std::string(kBus) + "/" + function.address + "/infiniband").has_value();
}

void read_place(const sys::FileTree& files, std::vector<facts::PciFunction>& functions) {
  for (facts::PciFunction& function : functions)
    if (!is_gpu(function)) add_sriov(OpenFolder(files, std::string(kBus) + "/" + function.address), files, function);
}

void read_details(const sys::FileTree& files, std::vector<facts::PciFunction>& functions) {
  std::set<std::string, std::less<>> wanted;
  for (const facts::PciFunction& function : functions)
    if (matters(files, function)) wanted.insert(function.chain.begin(), function.chain.end());
  for (facts::PciFunction& function : functions) {
    if (!wanted.contains(function.address)) continue;
    add_details(files, std::string(kBus) + "/" + function.address, function);
  }
}

}  // namespace

facts::Pci pci(const sys::World& world, Extent extent) {
  const sys::Outcome<std::vector<std::string>> names = world.files.list(kBus);
  if (!names) return {.functions = {missing_of(names.error()), kBus}};
  std::vector<facts::PciFunction> functions;
  functions.reserve(names->size());
  for (const std::string& name : *names) {
    if (!facts::is_pci_address(name)) continue;
    if (std::optional<facts::PciFunction> function = outline(world.files, name, extent))
      functions.push_back(std::move(*function));
  }
  std::ranges::sort(functions, facts::address_less, &facts::PciFunction::address);
  extent == Extent::plan ? read_place(world.files, functions) : read_details(world.files, functions);
  return {.functions = {std::move(functions), kBus}};
}

facts::Pci pci_at(const sys::World& world, const std::vector<std::string>& addresses) {
  std::vector<facts::PciFunction> functions;
  for (const std::string& address : addresses) {
    if (!facts::is_pci_address(address)) continue;
    if (std::optional<facts::PciFunction> function = outline(world.files, address, Extent::everything))
      functions.push_back(std::move(*function));
  }
  return {.functions = {std::move(functions), kBus}};
}

}  // namespace railhead::probe
