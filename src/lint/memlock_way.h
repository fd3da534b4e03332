#pragma once

#include <string>

#include "facts/cluster/object.h"
#include "manifest/yaml/document.h"

namespace railhead::lint {

/// By what the container may pin memory, in a few words: "privileged", "IPC_LOCK", "SYS_RESOURCE + ulimit", "launcher", "NRI
/// annotation", "IPC_LOCK, inert: user 1000", "none". `metadata` is the pod's.
std::string memlock_way(const facts::PodTemplate& pod, const facts::DeclaredContainer& container,
                        const manifest::Value& metadata);

}  // namespace railhead::lint
