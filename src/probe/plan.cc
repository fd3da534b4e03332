#include "probe/plan.h"

#include <algorithm>

#include "facts/container/pcidevice_json.h"
#include "probe/environment/environment.h"
#include "probe/net/network.h"
#include "probe/pci/functions.h"
#include "probe/rdma/devices.h"
#include "probe/software/software.h"

namespace railhead::probe {
namespace {

std::vector<std::string> allocated_addresses(const facts::Container& container) {
  std::vector<std::string> addresses;
  for (const facts::Allocation& allocation : container.allocations)
    if (allocation.devices)
      for (const facts::AllocatedDevice& device : *allocation.devices) addresses.push_back(device.pci_address);
  return addresses;
}

/// A plugin counts beside an EFA device, and where Google's package is.
bool may_have_plugin(const sys::World& world, const facts::Rdma& rdma) {
  const auto is_efa = [](const facts::Device& device) { return device.driver.is("efa"); };
  return (rdma.devices && std::ranges::any_of(*rdma.devices, is_efa)) ||
         world.files.exists("/usr/local/gib/lib64/libnccl-net.so");
}

}  // namespace

facts::Machine machine_for_plan(const sys::World& world) {
  facts::Machine machine;
  machine.container.allocations = facts::allocations(world.environ);
  machine.pci = pci_at(world, allocated_addresses(machine.container));
  machine.rdma = rdma(world, Level::open, machine.pci, Extent::plan);
  machine.network = network(world, Extent::plan);
  machine.environment = environment(world);
  if (may_have_plugin(world, machine.rdma)) machine.software.net_plugins = net_plugins(world);
  return machine;
}

}  // namespace railhead::probe
