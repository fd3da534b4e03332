#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nri/policy/subject.h"
#include "sys/limits.h"

/// Limits set on the container's init, one by one.
namespace railhead::nri {

/// What became of one limit. `problem` is empty where it was set, or was what it should be.
struct Setting {
  Rlimit limit = {};
  std::string problem = {};  // why it was not set, and what to do
  std::string note = {};     // it was set, and may not last
};

/// The two system calls, so that tests can be the kernel.
struct Limiter {
  std::function<sys::Outcome<sys::LimitPair>(int resource)> read;
  std::function<sys::Outcome<bool>(int resource, const sys::LimitPair& limits)> set;
};

/// Those of a process.
Limiter limiter_of(pid_t pid);

/// Sets `wanted`. `configured` are those of config.json: runc sets them after the hook, crun before it. One that is lower than
/// there is left alone where the hook, and so the runtime, may not raise limits: runc could then not start the container.
std::vector<Setting> set_all(const std::vector<Rlimit>& wanted, const std::vector<Rlimit>& configured, bool may_raise,
                             const Limiter& limiter);

/// What the container will start with: limits of config.json, and for the types of `types` that it does not set the process's.
std::vector<Rlimit> limits_at_start(const std::vector<Rlimit>& configured, const std::vector<std::string>& types,
                                    const Limiter& limiter);

}  // namespace railhead::nri
