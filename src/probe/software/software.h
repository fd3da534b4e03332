#pragma once

#include "facts/host/software.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// The libraries a job needs, looked for by name in the loader's folders; from Level::open on, libibverbs and librdmacm are
/// also loaded. A world without any of those folders holds no programs at all (a captured sysfs), and is not asked.
facts::Software software(const sys::World& world, Level level);

/// Software::net_plugins alone.
facts::Known<std::vector<facts::Library>> net_plugins(const sys::World& world);

}  // namespace railhead::probe
