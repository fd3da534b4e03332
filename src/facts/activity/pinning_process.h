#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/host/process.h"

namespace railhead::facts {

/// A process of a job, seen from beside it: one that has memory pinned or locked or an RDMA device open, or the first process
/// of its container. `process` is what its status and limits say, `devices` the nodes below /dev/infiniband that it has open.
struct PinningProcess {
  std::uint32_t id = 0;
  std::string name = {};
  Process process = {};
  std::vector<std::string> devices = {};  // "uverbs3", each once
  /// It uses RDMA, and is not merely the first process.
  bool uses_rdma() const {
    return !devices.empty() || (process.vm_pin && process.vm_pin->value > 0) || (process.vm_lck && process.vm_lck->value > 0);
  }
};

}  // namespace railhead::facts
