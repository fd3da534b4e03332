#pragma once

#include "facts/host/memory.h"
#include "sys/world.h"

namespace railhead::probe {

/// Memory of the machine, of this process's control group, and of /dev/shm.
facts::Memory memory(const sys::World& world);

}  // namespace railhead::probe
