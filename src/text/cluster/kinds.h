#pragma once

#include "text/block.h"

namespace railhead::text::cluster {

/// Lines of `kubectl describe`, `kubectl get events`, statuses, and logs of kubelets and device plugins, known by what they say
/// and not by the table they stand in.
Kind events();

/// The resources of a node, from `kubectl describe node`, its YAML or JSON, or the member `allocatable` alone.
Kind node_resources();

}  // namespace railhead::text::cluster
