#pragma once

#include <optional>

#include "manifest/pod/pod.h"

namespace railhead::manifest {

/// The pod as admission gets it: host ports of a pod on the host's network, and the volume of the service account's token
/// behind the others unless it is not mounted (`account_automount`: automountServiceAccountToken of the ServiceAccount).
/// Sources: pkg/apis/core/v1/defaults.go, plugin/pkg/admission/serviceaccount.
Pod defaulted(Pod pod, std::optional<bool> account_automount);

}  // namespace railhead::manifest
