#pragma once

#include <vector>

#include "text/block.h"

namespace railhead::text {

/// Texts about a cluster that are no manifests: events and statuses, and what nodes offer.
const std::vector<Kind>& cluster_texts();

}  // namespace railhead::text
