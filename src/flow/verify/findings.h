#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "facts/cluster/cluster.h"
#include "flow/verify/taken.h"

namespace railhead::flow {

/// What the checks say of one pod, or, with an empty `pod`, of the job as a whole.
struct PodFindings {
  std::string pod = {};
  std::vector<check::Result> results = {};
};

/// Runs `checks` over every machine, and over the logs and the comparison once. `log` is that of the whole job.
std::vector<PodFindings> findings_of(const TakenJob& job, const facts::LogRun& log, const check::Options& options,
                                     const std::vector<const check::Check*>& checks);

/// All of them as one list, in the order in which they are to be read. What is said alike of several pods is said once, and
/// names them.
std::vector<check::Result> folded(const std::vector<PodFindings>& findings);

}  // namespace railhead::flow
