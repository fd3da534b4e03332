#pragma once

#include "facts/net/interface.h"
#include "probe/extent.h"
#include "sys/world.h"

namespace railhead::probe {

/// Interfaces, their addresses and the routes of this network namespace. /sys/class/net shows the namespace in which sysfs was
/// mounted; an interface that only the addresses name is listed with them alone.
facts::Network network(const sys::World& world, Extent extent = Extent::everything);

}  // namespace railhead::probe
