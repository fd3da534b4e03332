#pragma once

#include <string>

#include "facts/evidence.h"
#include "facts/machine.h"

/// The two ways in which an adapter can reach a GPU's memory: a peer-memory client of the RDMA core (nvidia_peermem, or amdgpu
/// of ROCm's driver package), and DMA-BUF, which needs kernel 5.12 and a GPU driver that exports it.
namespace railhead::fabric {

enum class Is { yes, no, unknown };

/// `why` reads on from "...: ", for example "kernel 5.4.0 is older than 5.12".
struct Way {
  Is is = Is::unknown;
  std::string why;
  facts::Evidence evidence;
};

/// The name of the loaded NVIDIA peer-memory module, empty when none is; nothing when the modules are not known.
std::optional<std::string> peermem_module(const facts::Machine& machine);

/// `vendor` as in facts::Gpu: "NVIDIA" or "AMD".
Way peer_memory(const facts::Machine& machine, const std::string& vendor);
Way dma_buf(const facts::Machine& machine, const std::string& vendor);

}  // namespace railhead::fabric
