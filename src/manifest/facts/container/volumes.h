#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// The paths of the node among the volumes that the container mounts. `spec` is the pod's.
std::vector<facts::HostMount> host_mounts_of(const Value& container, const Value& spec, const Origin& origin);

/// Every volume that the container mounts.
std::vector<facts::VolumeMount> volumes_of(const Value& container, const Value& spec, const Origin& origin);

}  // namespace railhead::manifest
