#pragma once

#include <vector>

#include "facts/cluster/event.h"
#include "facts/cluster/node.h"
#include "facts/cluster/object.h"
#include "facts/cluster/pod/pod_devices.h"

namespace railhead::facts {

/// What texts of Kubernetes say: what was refused or failed there, what nodes offer, and the objects that were pasted. The
/// source of each fact is "FILE:LINE".
struct Cluster {
  std::vector<ClusterEvent> events = {};
  std::vector<ClusterNode> nodes = {};
  std::vector<ClusterObject> objects = {};
  std::vector<PodDevices> pod_devices = {};
  bool seen() const { return !events.empty() || !nodes.empty() || !objects.empty() || !pod_devices.empty(); }
};

}  // namespace railhead::facts
