#pragma once

#include "facts/activity/traffic.h"
#include "sys/world.h"

namespace railhead::probe {

/// Reads the counters of all RDMA ports and network interfaces, and the time before.
facts::Traffic traffic(const sys::World& world);

}  // namespace railhead::probe
