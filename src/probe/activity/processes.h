#pragma once

#include <vector>

#include "facts/activity/pinning_process.h"
#include "sys/world.h"

namespace railhead::probe {

/// The processes of this container that have memory pinned or locked or an RDMA device open, and its first process, in order
/// of their numbers; at most 4096 are looked at, and the first 256 of them kept. Of another user's process the open files
/// cannot be seen. Reads of `world.files` that find nothing of interest go to `aside`, which sees the same world: a
/// recording is then of what is kept alone.
std::vector<facts::PinningProcess> pinning_processes(const sys::World& world, const sys::FileTree& aside);

}  // namespace railhead::probe
