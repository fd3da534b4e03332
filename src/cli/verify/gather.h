#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/verify/options.h"
#include "flow/verify/taken.h"
#include "kube/pods/ask.h"

namespace railhead::cli {

/// What one round took of the pods; `saved` are the files of their snapshots, one a pod, empty where there is none.
struct Round {
  flow::TakenJob job;
  std::vector<std::string> saved;
};

/// Asks `pods`, waits or runs the command by `between`, reads the counters a second time and the logs. Errors: a snapshot
/// cannot be saved; what `between` says. A round that `wanted` ended early holds what was taken until then.
base::Result<Round> round_of(const kube::Client& client, const VerifyOptions& options, const std::vector<facts::Pod>& pods,
                             const std::function<bool()>& wanted, const std::function<base::Result<void>()>& between);

}  // namespace railhead::cli
