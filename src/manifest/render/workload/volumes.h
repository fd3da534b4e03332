#pragma once

#include <vector>

#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// Whose volumes: those of each node of the job, or of the launcher of an MPIJob, which has what all share.
enum class PodRole : std::uint8_t { node, launcher };

/// spec.volumes of a pod and the mounts of its container. Claims that a StatefulSet makes for each pod are mounted alone.
std::vector<Tree> pod_volumes(const Plan& plan, PodRole role);
std::vector<Tree> volume_mounts(const Plan& plan, PodRole role);

/// spec.volumeClaimTemplates of a StatefulSet; empty where none is wanted.
std::vector<Tree> claim_templates(const Plan& plan);

}  // namespace railhead::manifest::render
