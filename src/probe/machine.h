#pragma once

#include "facts/machine.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// `pin_bound`: the most that --probe=full registers or locks.
struct Options {
  Level level = Level::open;
  base::Bytes pin_bound = base::gibibytes(1);
};

/// Reads everything there is to know of a world. Never fails: what cannot be read is a fact that is missing, with its reason.
facts::Machine machine(const sys::World& world, const Options& options);

}  // namespace railhead::probe
