#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/way_out/edit.h"
#include "manifest/admission/way_out/pinning.h"
#include "manifest/scc/admit.h"

namespace railhead::manifest::admission {

/// Where in the pod a refusal is; nothing for the pod itself. From the server's path: ".containers[1].capabilities.add".
std::optional<ContainerPlace> place_of(const scc::Refusal& refusal);

/// Changes the pod until the constraint takes it. False where no change that is known here does. What RDMA needs is not taken
/// away, but noted in keeps().
bool fit(PodEdit& edit, const scc::Constraint& constraint, const scc::Ranges& ranges);

}  // namespace railhead::manifest::admission
