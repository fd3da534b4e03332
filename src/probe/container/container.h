#pragma once

#include "facts/container/allocation.h"
#include "sys/world.h"

namespace railhead::probe {

/// What the device plugin gave, and hints at the container runtime and the orchestrator: none of them proves it.
facts::Container container(const sys::World& world);

}  // namespace railhead::probe
