#pragma once

#include "facts/host/process.h"
#include "sys/world.h"

namespace railhead::probe {

/// This process, from /proc/self.
facts::Process process(const sys::World& world);

}  // namespace railhead::probe
