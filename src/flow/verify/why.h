#pragma once

#include <string>
#include <vector>

#include "facts/cluster/pod/rank_use.h"
#include "flow/verify/findings.h"

namespace railhead::flow {

/// "RDMA via mlx5_3 with GPUDirect", "sockets, because ...": what a row comes to. Not for missing ones.
std::string verdict_of_rank(const facts::RankUse& row, const std::vector<PodFindings>& findings);

}  // namespace railhead::flow
