#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "nri/hook/state.h"

/// Whether the state's pid is the container's init, seen from where the hook runs. Limits of a wrong process would be the
/// runtime's, or this machine's own first process's.
namespace railhead::nri {

/// What /proc says of a process beside this one. A text is empty where it could not be read.
struct Sight {
  std::int64_t self = 0;
  std::int64_t parent = 0;  // the runtime
  bool exists = false;
  std::string own_mounts = {};  // "mnt:[4026531840]"
  std::string its_mounts = {};
};

Sight sight_of(std::int64_t pid);

/// Fails where the phase is not createRuntime (nor the older prestart), or the process cannot be the container's init. A
/// process whose mount namespace may not be read is taken for it. The pid cannot have been given to another process
/// meanwhile: the runtime waits for the hook before it collects its dead children.
base::Result<void> check_target(const State& state, const Sight& sight);

}  // namespace railhead::nri
