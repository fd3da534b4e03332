#pragma once

#include <optional>

#include "facts/machine.h"

namespace railhead::fabric {

/// How many GPUs a job started here has. The bus shows a container those of the whole node: inside one, NVML or the device
/// nodes tell (NVIDIA), and without them it is not known.
std::optional<unsigned> own_gpus(const facts::Machine& machine);

}  // namespace railhead::fabric
