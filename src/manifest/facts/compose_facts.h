#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// The services of a compose file (docker compose, podman-compose): containers that one machine starts.
std::vector<facts::ClusterObject::Run> services_of(const Value& root, const Origin& origin);

}  // namespace railhead::manifest
