#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/way_out/edit.h"
#include "manifest/scc/admit.h"

namespace railhead::manifest::admission {

/// Whether a capability makes or keeps memory pinnable.
bool pins_memory(std::string_view capability);

/// Whether an added capability has no effect in a container for certain: in a user namespace, and for a user other than root
/// who cannot get it from a file either.
bool is_inert(const Pod& pod, const PodContainer& container);

/// The user that a container's securityContext, else the pod's, sets.
std::optional<std::int64_t> user_of(const Pod& pod, const PodContainer& container);

/// Whether a container adds a capability that makes or keeps memory pinnable, or is privileged.
bool asks_to_pin(const PodContainer& container);

/// Where in the pod a refusal is; nothing for the pod itself. From the server's path: ".containers[1].capabilities.add".
std::optional<ContainerPlace> place_of(const scc::Refusal& refusal);

/// Changes the pod until the constraint takes it. False where no change that is known here does. What RDMA needs is not taken
/// away, but noted in keeps().
bool fit(PodEdit& edit, const scc::Constraint& constraint, const scc::Ranges& ranges);

}  // namespace railhead::manifest::admission
