#pragma once

#include <string>

#include "facts/known.h"
#include "sys/world.h"

/// What kind of place this is. All of it is hints, left by runtimes and orchestrators for other purposes.
namespace railhead::probe {

/// "openshift", "kubernetes", "slurm". OpenShift puts its service CA beside every service account's token.
facts::Known<std::string> orchestrator_hint(const sys::World& world);

/// "containerd", "cri-o", "docker", "podman", "apptainer": from the control group's name, the mounts, and the marker files in
/// the root. `kubernetes` tells CRI-O from podman where both leave the same traces.
facts::Known<std::string> runtime_hint(const sys::FileTree& files, const sys::Environ& environ, bool kubernetes);

}  // namespace railhead::probe
