#pragma once

#include <vector>

#include "facts/cluster/cluster.h"
#include "lint/judged.h"
#include "lint/reading.h"

namespace railhead::lint {

/// A row for each pod template of an object: what its pods have of that which RDMA needs. `findings` are those of the object,
/// for their number.
std::vector<PodRow> rows_of(const Item& item, const facts::Cluster& cluster, const std::vector<JudgedFinding>& findings);

}  // namespace railhead::lint
