#pragma once

#include <string>
#include <vector>

#include "nri/policy/decision.h"

/// A hook is not told the labels of a pod, nor its runtime class: rules that match by them can be neither held for it nor
/// passed over.
namespace railhead::nri {

/// decide() where no rule that matches by labels or runtime classes could be the container's; one that could ends the search,
/// for a later rule must not give what it may have been there to keep: the decision is then `kept` and says so.
Decision decide_unseen(const Policy& policy, const Node& node, const Subject& subject);

}  // namespace railhead::nri
