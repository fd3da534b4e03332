#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "nri/hook/origin.h"
#include "nri/hook/setting.h"
#include "nri/hook/target.h"
#include "nri/policy/decision.h"

/// The policy as an OCI hook at the stage createRuntime: the container's init exists, waits, and keeps what is set on it now.
namespace railhead::nri {

/// What the hook may look at and change, so that tests can be the machine.
struct Machine {
  std::function<base::Result<std::string>(const std::string& path)> read;
  std::function<Sight(std::int64_t pid)> sight;
  std::function<Limiter(std::int64_t pid)> limiter;
  bool may_raise = false;  // this process has CAP_SYS_RESOURCE
  Node node = {};
};

/// What was decided and done. In audit mode nothing is set, and `settings` is empty.
struct Hooked {
  Origin origin = {};
  Decision decision = {};
  std::vector<Setting> settings = {};
};

/// Runs the policy on the container that `state` tells of. Nothing for a pod's sandbox, which is left alone. An error: nothing
/// was decided, and the container keeps what it has.
base::Result<std::optional<Hooked>> run_hook(const Policy& policy, std::string_view state, const Machine& machine, bool audit);

}  // namespace railhead::nri
