#pragma once

#include <string>
#include <vector>

#include "facts/cluster/pod/rank_use.h"
#include "flow/verify/findings.h"
#include "flow/verify/taken.h"

namespace railhead::flow {

/// A row for each rank that a log names, for each pod whose log names none, and for each that is missing; in order of the
/// ranks, then of the pods. `log` is the whole job's.
std::vector<facts::RankUse> ranks_of(const TakenJob& job, const facts::LogRun& log, const std::vector<PodFindings>& findings);

/// How many of the ranks that the log says the job has are in no row.
unsigned unseen_ranks(const std::vector<facts::RankUse>& ranks, const facts::LogRun& log);

/// In one line: how many ranks use what, how many are missing, and what went wrong first.
std::string verdict_of(const std::vector<facts::RankUse>& ranks, const facts::LogRun& log,
                       const std::vector<check::Result>& results);

}  // namespace railhead::flow
