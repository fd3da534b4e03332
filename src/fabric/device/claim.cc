#include "fabric/device/claim.h"

#include <algorithm>
#include <cctype>

namespace railhead::fabric {
namespace {

bool may_be_rdma(const facts::Machine& machine, const std::string& address) {
  const facts::PciFunction* function = find(machine.pci, address);
  if (function == nullptr) return true;
  if (function->driver.is("vfio-pci")) return false;
  // A virtual function's own class and IDs tell; where they were not read nothing is ruled out.
  return !function->vendor || !function->class_code || is_rdma_capable(*function);
}

/// PCI addresses are written in either case.
bool same_address(const std::string& one, const std::string& other) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::ranges::equal(one, other, same);
}

bool same_device(const facts::AllocatedDevice& given, const facts::Device& device) {
  if (given.rdma_device && *given.rdma_device == device.name) return true;
  if (given.uverbs && device.uverbs.is(*given.uverbs)) return true;
  return device.pci_address && same_address(*device.pci_address, given.pci_address);
}

bool may_be_rdma(const facts::Machine& machine, const facts::AllocatedDevice& given) {
  return given.rdma_device || may_be_rdma(machine, given.pci_address);
}

bool has_port(const facts::Device& device, facts::LinkLayer layer) {
  return std::ranges::any_of(device.ports, [layer](const facts::Port& port) { return port.link_layer.is(layer); });
}

bool is_ethernet(const facts::Device& device) { return has_port(device, facts::LinkLayer::ethernet) && !is_infiniband(device); }

}  // namespace

bool any_given(const facts::Machine& machine) {
  return std::ranges::any_of(machine.container.allocations, [&](const facts::Allocation& allocation) {
    return allocation.devices &&
           std::ranges::any_of(*allocation.devices, [&](const auto& given) { return may_be_rdma(machine, given); });
  });
}

std::vector<Given> given_devices(const facts::Machine& machine) {
  std::vector<Given> given;
  for (const facts::Allocation& allocation : machine.container.allocations) {
    if (!allocation.devices) continue;
    for (const facts::AllocatedDevice& device : *allocation.devices) {
      if (may_be_rdma(machine, device)) given.push_back({device, allocation.variable});
    }
  }
  return given;
}

const facts::Device* device_of(const facts::Machine& machine, const facts::AllocatedDevice& given) {
  if (!machine.rdma.devices) return nullptr;
  const auto found =
      std::ranges::find_if(*machine.rdma.devices, [&](const auto& device) { return same_device(given, device); });
  return found == machine.rdma.devices->end() ? nullptr : &*found;
}

std::string given_by(const facts::Machine& machine, const facts::Device& device) {
  for (const facts::Allocation& allocation : machine.container.allocations) {
    if (!allocation.devices) continue;
    for (const facts::AllocatedDevice& given : *allocation.devices) {
      if (same_device(given, device)) return allocation.variable;
    }
  }
  return "";
}

facts::Usable usable(const facts::Machine& machine, const facts::Device& device) {
  facts::Usable best = device.ports.empty() ? facts::Usable::unknown : facts::Usable::no;
  for (const facts::Port& port : device.ports) {
    const facts::Usable one = port_use(machine, device, port).usable;
    if (one == facts::Usable::yes) return one;
    if (one == facts::Usable::unknown) best = one;
  }
  return best;
}

bool has_netdev_here(const facts::Device& device) { return device.netdevs && !device.netdevs->empty(); }

bool is_infiniband(const facts::Device& device) { return has_port(device, facts::LinkLayer::infiniband); }

Claim claim(const facts::Machine& machine, const facts::Device& device) {
  if (!given_by(machine, device).empty()) return Claim::given;
  if (any_given(machine)) return Claim::foreign;
  if (!is_ethernet(device)) return Claim::open;
  if (device.netdevs) return device.netdevs->empty() ? Claim::foreign : Claim::netdev;
  return device.netdevs.missing().why == facts::Why::not_found ? Claim::foreign : Claim::open;
}

bool in_container(const facts::Container& container) { return container.runtime.has() || in_kubernetes(container); }

bool in_kubernetes(const facts::Container& container) {
  return container.orchestrator.is("kubernetes") || container.orchestrator.is("openshift");
}

}  // namespace railhead::fabric
