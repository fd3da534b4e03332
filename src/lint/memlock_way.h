#pragma once

#include <string>

#include "facts/cluster/object.h"

namespace railhead::lint {

/// By what the container may pin memory, in a few words: "privileged", "IPC_LOCK", "SYS_RESOURCE + ulimit", "launcher", "NRI
/// annotation: 64 GiB", "securityContext.ulimits", "IPC_LOCK, inert: user 1000", "none".
std::string memlock_way(const facts::PodTemplate& pod, const facts::DeclaredContainer& container);

}  // namespace railhead::lint
