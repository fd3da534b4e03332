#pragma once

#include <optional>
#include <string>
#include <vector>

#include "launch/rendezvous.h"

namespace railhead::launch {

/// `command` with the options torchrun needs, where it has none of its own: --nnodes, --node-rank, --master-addr,
/// --master-port, and --nproc-per-node where the number of GPUs is known. Options already there win, and so do PET_* variables,
/// which torchrun reads itself; with --rdzv-endpoint, --rdzv-backend or --standalone only --nnodes and --nproc-per-node are
/// looked at. Errors
/// (`usage`): the command is not torchrun ("torchrun", "python -m torch.distributed.run"); more than one node, and no rank or
/// address known. Source: torch/distributed/run.py.
base::Result<std::vector<std::string>> with_torchrun_options(const std::vector<std::string>& command,
                                                             const Rendezvous& rendezvous, const Variables& environ,
                                                             std::optional<unsigned> gpus);

}  // namespace railhead::launch
