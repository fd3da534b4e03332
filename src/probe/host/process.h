#pragma once

#include "facts/host/process.h"
#include "sys/world.h"

namespace railhead::probe {

/// This process, from /proc/self.
facts::Process process(const sys::World& world);

/// Only who it is and what it may: ids, capabilities, limits, user namespace.
facts::Process privileges(const sys::World& world);

}  // namespace railhead::probe
