#pragma once

#include <string>
#include <vector>

#include "launch/ladder.h"
#include "launch/rendezvous.h"
#include "nccl/plan.h"

namespace railhead::launch {

/// Everything exec does, put together: what is printed by --print, and done without it.
struct Start {
  Ladder ladder;
  Rendezvous rendezvous;
  nccl::Plan plan;
  std::string fallback = {};             // why the job goes over TCP though it did not ask for that; empty when it does not
  std::vector<Exported> variables = {};  // all that is set, in order of the names
  std::vector<std::string> command = {};
};

/// The least that one process of an RDMA job registers: buffers for one channel to one peer and its queues come to this
/// (docs/memlock.md has the arithmetic). With less NCCL fails instead of falling back.
constexpr base::Bytes kLeastForRdma = base::mebibytes(64);

/// False when the program certainly pins too little for RDMA.
bool pins_enough_for_rdma(const memlock::Model& model);

/// What is set: rank and rendezvous, the plan's settings that the user did not set, and HOME, USER and LOGNAME of another user.
std::vector<Exported> variables_of(const Rendezvous& rendezvous, const nccl::Plan& plan, const Steps& steps,
                                   const Variables& environ);

/// The one line that says how the job starts: "RDMA (RoCE) over mlx5_6:1 and mlx5_7:1; can pin without limit; node 1 of 2,
/// meeting at llama-0.llama:29500".
std::string summary(const Start& start);

}  // namespace railhead::launch
