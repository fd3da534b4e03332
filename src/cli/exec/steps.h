#pragma once

#include "base/error.h"
#include "launch/ladder.h"
#include "sys/world.h"

namespace railhead::cli {

/// Takes the steps in this process and then looks at what has come of them: unless the program will be exactly what `ladder`
/// promises (limit, capabilities, user), it is an error and nothing may be started. `world` is this machine.
base::Result<void> take(const launch::Ladder& ladder, const sys::World& world);

}  // namespace railhead::cli
