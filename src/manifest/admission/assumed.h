#pragma once

#include "manifest/pod/pod.h"

namespace railhead::manifest::admission {

/// A pod in which the ids that stand for those of an unknown namespace (scc::assumed_ranges) are ones that the API takes, as
/// the namespace's are.
Pod with_valid_ids(Pod pod);

/// Whether an id is one of those.
bool is_assumed(std::int64_t id);

}  // namespace railhead::manifest::admission
