#include "probe/plan.h"

#include <algorithm>

#include "facts/container/pcidevice_json.h"
#include "probe/container/container.h"
#include "probe/environment/environment.h"
#include "probe/gpu/gpus.h"
#include "probe/host/kernel.h"
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

/// Without the kernel's RDMA core there is no class of devices; any other reason leaves the question open.
bool may_have_devices(const facts::Rdma& rdma) {
  return rdma.devices ? !rdma.devices->empty() : rdma.devices.missing().why != facts::Why::not_found;
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

facts::Machine machine_for_launch(const sys::World& world, facts::Process process, facts::Memory memory) {
  facts::Machine machine;
  machine.process = std::move(process);
  machine.memory = std::move(memory);
  machine.pci = pci(world, Extent::plan);
  machine.rdma = rdma(world, Level::nodes, machine.pci);
  const bool devices = may_have_devices(machine.rdma);
  machine.network = network(world, devices ? Extent::everything : Extent::plan);
  machine.gpu = gpus(world, Level::nodes, machine.pci, machine.rdma);
  machine.container = container(world);
  machine.environment = environment(world);
  if (!devices) return machine;
  machine.kernel = kernel(world);
  machine.software = software(world, Level::nodes);
  return machine;
}

}  // namespace railhead::probe
