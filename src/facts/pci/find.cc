#include <algorithm>

#include "facts/pci/address.h"
#include "facts/pci/function.h"

namespace railhead::facts {

const PciFunction* find(const Pci& pci, const std::string& address) {
  if (!pci.functions) return nullptr;
  const auto found = std::ranges::lower_bound(*pci.functions, address, address_less, &PciFunction::address);
  return found != pci.functions->end() && found->address == address ? &*found : nullptr;
}

}  // namespace railhead::facts
