#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/run.h"
#include "facts/cluster/survey/preflight.h"

namespace railhead::check {

/// What preflight is for: whether the jobs could start, and how. `can_start` is nothing where something that decides is not
/// known.
struct Outlook {
  std::optional<bool> can_start = {};
  bool rdma = false;                       // some job is to use it
  std::string message = {};                // one line for people
  std::vector<std::string> blockers = {};  // ids of what is violated as an error, most important first
};

/// `results` are those of the checks over all of them.
Outlook outlook_of(const std::vector<facts::Preflight>& all, const std::vector<Result>& results);

}  // namespace railhead::check
