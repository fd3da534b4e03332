#include "finding/told.h"

#include <algorithm>

#include "fabric/device/claim.h"
#include "fabric/port/ports.h"
#include "facts/rdma/usable.h"
#include "finding/check.h"

namespace railhead::check {
namespace {

/// `ip addr` shows "eth0@if7" where the other end is in another network namespace: the interface of a pod or container.
bool is_of_pod(const facts::Machine& machine) {
  const facts::Interface* eth0 = facts::find(machine.network, "eth0");
  return eth0 != nullptr && !eth0->pci_address && eth0->pci_address.missing().why == facts::Why::not_found;
}

/// A pod that was given RoCE devices sees the InfiniBand ports of its node too, where the RDMA subsystem is shared, and nothing
/// shows whose they are.
bool is_of_node(const facts::Machine& machine, const facts::Device& device) {
  if (!is_infiniband(device) || claim(machine, device) == Claim::given || !is_of_pod(machine)) return false;
  return std::ranges::any_of(*machine.rdma.devices, [&](const facts::Device& other) {
    return claim(machine, other) == Claim::netdev || claim(machine, other) == Claim::given;
  });
}

}  // namespace

std::optional<bool> usable_as_told(const facts::Machine& machine, const facts::Device& device, const facts::Port& port) {
  if (facts::port_use(machine, device, port).usable == facts::Usable::no) return false;
  if (!port.state) return std::nullopt;
  return is_active(port) && claim(machine, device) != Claim::foreign && !is_of_node(machine, device);
}

}  // namespace railhead::check
