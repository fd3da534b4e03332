#include "fabric/gpu/own_gpus.h"

#include "fabric/device/claim.h"

namespace railhead::fabric {

std::optional<unsigned> own_gpus(const facts::Machine& machine) {
  const facts::Gpus& gpu = machine.gpu;
  if (gpu.nvml_count) return *gpu.nvml_count;
  if (gpu.nvidia_nodes && (*gpu.nvidia_nodes > 0 || in_container(machine.container))) return *gpu.nvidia_nodes;
  if (!gpu.gpus || (in_container(machine.container) && !gpu.gpus->empty())) return std::nullopt;
  return static_cast<unsigned>(gpu.gpus->size());
}

}  // namespace railhead::fabric
