#pragma once

#include <vector>

#include "facts/cluster/event.h"
#include "facts/cluster/object.h"

namespace railhead::facts {

/// What texts of Kubernetes say: what was refused or failed there, and the objects that were pasted. The source of each fact is
/// "FILE:LINE".
struct Cluster {
  std::vector<ClusterEvent> events = {};
  std::vector<ClusterObject> objects = {};
  bool seen() const { return !events.empty() || !objects.empty(); }
};

}  // namespace railhead::facts
