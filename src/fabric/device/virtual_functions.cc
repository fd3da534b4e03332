#include "fabric/device/virtual_functions.h"

#include <algorithm>

#include "fabric/device/claim.h"

namespace railhead::fabric {

VirtualFunctions infiniband_functions(const facts::Machine& machine) {
  VirtualFunctions functions;
  if (!machine.rdma.devices) return functions;
  const bool any_physical = std::ranges::any_of(
      *machine.rdma.devices, [](const auto& device) { return device.function.is(facts::Function::physical); });
  for (const facts::Device& device : *machine.rdma.devices) {
    if (!device.function.is(facts::Function::virtual_function) || !is_infiniband(device)) continue;
    const Claim whose = claim(machine, device);
    const bool own = whose == Claim::given || (whose != Claim::foreign && !any_physical);
    (own ? functions.own : functions.others).push_back(&device);
  }
  return functions;
}

}  // namespace railhead::fabric
