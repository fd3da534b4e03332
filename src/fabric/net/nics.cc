#include "fabric/net/nics.h"

#include <algorithm>

#include "base/format.h"

namespace railhead::fabric {
namespace {

const facts::PciFunction* own_function(const facts::Machine& machine, const facts::Device& device) {
  return device.pci_address.has() ? facts::find(machine.pci, *device.pci_address) : nullptr;
}

const facts::PciFunction* card_of(const facts::Machine& machine, const facts::Device& device) {
  const facts::PciFunction* own = own_function(machine, device);
  if (!device.physical_function.has()) return own;
  const facts::PciFunction* physical = facts::find(machine.pci, *device.physical_function);
  return physical ? physical : own;
}

void add(std::vector<Nic>& nics, const facts::Device* device, const facts::PciFunction* function) {
  if (function && std::ranges::find(nics, function, &Nic::function) == nics.end()) nics.push_back({device, function});
}

}  // namespace

std::vector<Nic> nics_of(const facts::Machine& machine, const std::vector<PortView>& views) {
  std::vector<Nic> nics;
  for (const PortView& view : views)
    if (!view.foreign) add(nics, view.device, card_of(machine, *view.device));
  return nics;
}

std::vector<Nic> usable_nics(const facts::Machine& machine, const std::vector<PortView>& views) {
  std::vector<Nic> nics;
  for (const PortView& view : views)
    if (!view.foreign && view.usable != facts::Usable::no) add(nics, view.device, own_function(machine, *view.device));
  return nics;
}

std::string subject(const Nic& nic) { return base::format("{} ({})", nic.device->name, nic.function->address); }

const facts::PciFunction* upstream(const facts::Pci& pci, const facts::PciFunction& function) {
  if (function.chain.size() < 2) return nullptr;
  return facts::find(pci, function.chain[function.chain.size() - 2]);
}

bool is_virtual(const facts::PciFunction& function) { return function.physical_function.has(); }

}  // namespace railhead::fabric
