#pragma once

#include <string_view>

#include "manifest/pod/pod.h"

/// What of a pod decides on how much memory it may pin.
namespace railhead::manifest::admission {

/// Whether a capability makes or keeps memory pinnable.
bool pins_memory(std::string_view capability);

/// Whether an added capability has no effect in a container for certain: in a user namespace, and for a user other than root
/// who cannot get it from a file either.
bool is_inert(const Pod& pod, const PodContainer& container);

/// Whether a container adds a capability that makes or keeps memory pinnable, or is privileged.
bool asks_to_pin(const PodContainer& container);

}  // namespace railhead::manifest::admission
