#pragma once

#include <string>
#include <vector>

#include "manifest/admission/way_out/smallest.h"

namespace railhead::manifest::admission {

/// The narrowest constraint that takes each of these pods, as `smallest` is of one: pods of one job and one service account,
/// which need a single grant. There is none where they differ in what they say for the whole pod (securityContext, namespaces
/// of the host). `pods` are as admission gets them, one at least.
std::expected<scc::Constraint, NoConstraint> smallest_common(const std::vector<Pod>& pods, const scc::Ranges& ranges,
                                                             std::string name);

}  // namespace railhead::manifest::admission
