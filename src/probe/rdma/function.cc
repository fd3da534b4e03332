#include "probe/rdma/function.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

/// Models that are virtual functions by their number, so that a guest that does not see the PF knows. Sources: the device
/// tables of mlx5_core, mlx4_core, bnxt_en and ice.
constexpr auto kVirtual = std::to_array<std::uint64_t>({
    0x15b31002, 0x15b31004,                                                              // ConnectX-2, -3
    0x15b31012, 0x15b31014, 0x15b31016, 0x15b31018, 0x15b3101a, 0x15b3101c, 0x15b3101e,  // Connect-IB, ConnectX-4 and later
    0x15b3a2d3,                                                                          // BlueField
    0x14e416c1, 0x14e416dc, 0x14e41806, 0x14e41807, 0x14e41808, 0x14e41809, 0x14e41819,  // NetXtreme-E, -C, P5, P7
    0x80861889,                                                                          // adaptive VF of E810
});

bool is_virtual_model(const facts::PciFunction& function) {
  const std::uint64_t model = std::uint64_t{function.vendor.value_or(0)} << 16 | function.device.value_or(0);
  return std::ranges::count(kVirtual, model) != 0;
}

facts::Known<facts::Function> kind(const facts::PciFunction& function) {
  if (function.physical_function) return {facts::Function::virtual_function, function.physical_function.source()};
  if (is_virtual_model(function)) return {facts::Function::virtual_function, function.device.source()};
  if (function.sriov_total_vfs) return {facts::Function::physical, function.sriov_total_vfs.source()};
  return {facts::Missing{.why = facts::Why::unavailable, .detail = "no physfn and no SR-IOV: a guest shows both kinds alike"},
          function.physical_function.source()};
}

facts::Known<std::string> id(const facts::PciFunction& function) {
  if (!function.vendor) return {function.vendor.missing(), function.vendor.source()};
  if (!function.device) return {function.device.missing(), function.device.source()};
  return {base::format("{:04x}:{:04x}", *function.vendor, *function.device), function.device.source()};
}

/// Why there is no PCI function to ask: the device has none, the bus does not list it, or the bus cannot be listed.
facts::Known<std::string> reason(const facts::Pci& pci, const facts::Device& device) {
  if (!device.pci_address) return device.pci_address;
  if (!pci.functions) return {pci.functions.missing(), pci.functions.source()};
  return {facts::Missing{.why = facts::Why::not_found, .detail = *device.pci_address + " is not listed"},
          pci.functions.source()};
}

}  // namespace

void add_function(const sys::FileTree& files, const std::string& path, const facts::Pci& pci,
                  const facts::PciFunction* function, facts::Device& device) {
  if (function) {
    device.driver = function->driver;
    device.numa_node = function->numa_node;
    device.pci_id = id(*function);
    device.function = kind(*function);
    device.physical_function = function->physical_function;
    return;
  }
  const facts::Known<std::string> why = reason(pci, device);
  device.driver = link_name_of(files, path + "/device/driver");
  device.numa_node = number_of<int>(files, path + "/device/numa_node");
  device.pci_id = why;
  device.function = {why.missing(), why.source()};
  device.physical_function = why;
}

}  // namespace railhead::probe
