#pragma once

#include <string_view>

namespace railhead::facts {

/// True for the names under which GPUs and parts of GPUs are asked for: nvidia.com/gpu, nvidia.com/mig-1g.10gb, amd.com/gpu,
/// gpu.intel.com/i915, habana.ai/gaudi.
bool is_gpu_resource(std::string_view name);

}  // namespace railhead::facts
