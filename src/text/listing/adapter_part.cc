#include "text/listing/adapter_part.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace railhead::text::listing {
namespace {

/// ConnectX-3, Connect-IB, ConnectX-4, 4 Lx, 5, 5 Ex, 6, 6 Dx and later, BlueField.
constexpr std::array kVirtualFunctions = {0x1004U, 0x1012U, 0x1014U, 0x1016U, 0x1018U, 0x101aU, 0x101cU, 0x101eU, 0xa2d3U};

}  // namespace

void tell_adapter_part(facts::Device& device, unsigned part, const std::string& source) {
  if (part == 0 || part > 0xFFFF) return;
  if (!device.pci_id) device.pci_id = {base::format("15b3:{:04x}", part), source};
  const bool is_virtual = std::ranges::find(kVirtualFunctions, part) != kVirtualFunctions.end();
  if (is_virtual && !device.function) device.function = {facts::Function::virtual_function, source};
}

}  // namespace railhead::text::listing
