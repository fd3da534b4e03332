#pragma once

#include <vector>

#include "facts/machine.h"
#include "sys/world.h"

namespace railhead::probe {

/// The NUMA nodes of /sys/devices/system/node, in order of number, which may have holes; a node may be without CPUs.
facts::Known<std::vector<facts::NumaNode>> numa(const sys::World& world);

}  // namespace railhead::probe
