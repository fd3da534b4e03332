#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"

namespace railhead::check {

/// What makes the SCC take what it refuses, as lines of its manifest with a comment that names the place. Lists are whole: what
/// the SCC lists already is among them.
std::string scc_change(const facts::SccAnswer& answer, const std::vector<facts::SccRefusal>& refusals);

}  // namespace railhead::check
