#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "facts/machine.h"
#include "memlock/model.h"

namespace railhead::report {

/// What texts about a machine prove; what they do not support is absent.
struct MachineConclusions {
  std::optional<std::vector<std::string>> usable_devices = {};
  std::map<std::string, unsigned> gid_index = {};  // of RoCE devices: the index that a job should use
  std::optional<memlock::Allowance> memlock = {};  // the soft limit
};

MachineConclusions conclusions_of(const facts::Machine& machine);

}  // namespace railhead::report
