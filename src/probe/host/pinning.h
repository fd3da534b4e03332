#pragma once

#include "base/units.h"
#include "facts/host/memory.h"
#include "facts/host/pinning.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

constexpr base::Bytes kDefaultPinBound = base::gibibytes(1);

/// Locks and registers memory for real, each in a child with a time limit; nothing stays pinned. Not asked but in a live world
/// at Level::full. What is already pinned by this process is not inherited by the child: the regions are what a fresh process
/// gets.
facts::Pinning pinning(const sys::World& world, Level level, const facts::Memory& memory, base::Bytes most = kDefaultPinBound);

}  // namespace railhead::probe
