#pragma once

#include <vector>

#include "manifest/pod/pod.h"
#include "manifest/pod/typed.h"

namespace railhead::manifest {

/// spec.volumes.
std::vector<PodVolume> volumes_of(Section& spec);

}  // namespace railhead::manifest
