#pragma once

#include <vector>

#include "facts/cluster/survey/survey.h"

namespace railhead::flow {

/// The resources that the configurations of the RDMA shared device plugin define: its ConfigMaps, and that in a
/// NicClusterPolicy. At most 64.
std::vector<facts::SharedPool> shared_pools(const facts::Survey& survey);

}  // namespace railhead::flow
