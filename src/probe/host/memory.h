#pragma once

#include "facts/host/memory.h"
#include "probe/extent.h"
#include "sys/world.h"

namespace railhead::probe {

/// Memory of the machine, of this process's control group, and of /dev/shm; huge pages but for Extent::plan.
facts::Memory memory(const sys::World& world, Extent extent = Extent::everything);

}  // namespace railhead::probe
