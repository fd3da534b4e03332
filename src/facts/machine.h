#pragma once

#include "facts/container/allocation.h"
#include "facts/environment.h"
#include "facts/gpu/gpu.h"
#include "facts/host/kernel.h"
#include "facts/host/memory.h"
#include "facts/host/pinning.h"
#include "facts/host/process.h"
#include "facts/host/software.h"
#include "facts/net/interface.h"
#include "facts/pci/function.h"
#include "facts/rdma/device.h"

namespace railhead::facts {

/// One NUMA node: `cpus` is the text of its cpulist ("0-31,64-95"), empty for a node without CPUs.
struct NumaNode {
  unsigned number = 0;
  Known<std::string> cpus;
};

/// Everything doctor knows of a machine, as seen by this process.
struct Machine {
  Process process;
  Memory memory;
  KernelFacts kernel;
  Rdma rdma;
  Network network;
  Pci pci;
  Gpus gpu;
  Known<std::vector<NumaNode>> numa;
  Container container;
  Environment environment;
  Software software;
  Pinning pinning;
};

}  // namespace railhead::facts
