#pragma once

#include <string>

#include "facts/cluster/pod/pod.h"

namespace railhead::flow {

/// Why nothing can be asked of a pod that is not running: "has failed (Evicted: The node was low on resource: memory)".
std::string why_not_running(const facts::Pod& pod);

}  // namespace railhead::flow
