#pragma once

#include "facts/gpu/gpu.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// The GPUs on the PCI bus with the RDMA devices nearest to each, AMD's compute nodes and NVIDIA's driver. In a live
/// world with NVIDIA GPUs NVML is asked too, from Level::open on.
facts::Gpus gpus(const sys::World& world, Level level, const facts::Pci& pci, const facts::Rdma& rdma);

}  // namespace railhead::probe
