#pragma once

#include "facts/machine.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// launch: what starting a job rests on, as fast as it can be had: no libraries where there is no RDMA device to use them with,
/// no NUMA nodes, no trial of pinning. What is left out is "not asked".
enum class Scope { all, launch };

/// `pin_bound`: the most that --probe=full registers or locks.
struct Options {
  Level level = Level::open;
  base::Bytes pin_bound = base::gibibytes(1);
  Scope scope = Scope::all;
};

/// Reads everything there is to know of a world. Never fails: what cannot be read is a fact that is missing, with its reason.
facts::Machine machine(const sys::World& world, const Options& options);

}  // namespace railhead::probe
