#include "probe/machine.h"

#include "probe/container/container.h"
#include "probe/environment/environment.h"
#include "probe/gpu/gpus.h"
#include "probe/host/kernel.h"
#include "probe/host/memory.h"
#include "probe/host/pinning.h"
#include "probe/host/process.h"
#include "probe/net/network.h"
#include "probe/numa/nodes.h"
#include "probe/pci/functions.h"
#include "probe/rdma/devices.h"
#include "probe/software/software.h"

namespace railhead::probe {

facts::Machine machine(const sys::World& world, const Options& options) {
  facts::Machine machine;
  machine.process = process(world);
  machine.memory = memory(world);
  machine.kernel = kernel(world);
  machine.pci = pci(world);
  machine.rdma = rdma(world, options.level, machine.pci);
  machine.network = network(world);
  machine.gpu = gpus(world, options.level, machine.pci, machine.rdma);
  machine.container = container(world);
  machine.environment = environment(world);
  machine.software = software(world, options.level);
  machine.numa = numa(world);
  machine.pinning = pinning(world, options.level, machine.memory, options.pin_bound);
  return machine;
}

}  // namespace railhead::probe
