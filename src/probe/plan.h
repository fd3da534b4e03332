#pragma once

#include "facts/machine.h"
#include "sys/world.h"

namespace railhead::probe {

/// The facts that the choice of NCCL's own variables rests on, and no others: what a library that is loaded into a job may
/// spend on it is a millisecond. Device nodes are opened; libibverbs, GPUs and installed software are not looked at (but for
/// plugins of NCCL that would make the choice themselves). What is not read is not asked.
facts::Machine machine_for_plan(const sys::World& world);

/// What starting a job rests on: the plan for all libraries, ranks and threads. `process` and `memory` are known already. Where
/// there is no RDMA device nothing is read that would matter beside one; nothing forks.
facts::Machine machine_for_launch(const sys::World& world, facts::Process process, facts::Memory memory);

}  // namespace railhead::probe
