#pragma once

#include <optional>

#include "manifest/pod/pod.h"

namespace railhead::manifest {

/// What the API server changes of a new pod after mutating admission (SCC among it) and before validation and Pod Security: the
/// AppArmor profile of a container's annotation becomes its field where it has none. Nothing where there is nothing to change.
/// Source: pkg/registry/core/pod/strategy.go (applyAppArmorVersionSkew, since Kubernetes 1.30).
std::optional<Pod> prepared(const Pod& pod);

}  // namespace railhead::manifest
