#pragma once

#include "manifest/render/plan.h"
#include "manifest/render/workload/pod.h"

/// What pods may do: no more than RDMA takes (docs/memlock.md).
namespace railhead::manifest::render {

/// Containers whose way to pin memory counts for root alone run as root, whatever user their image has: a capability that is
/// added for another user is in the bounding set and nowhere else.
bool must_be_root(const Plan& plan);

/// securityContext of the pod, whose user is that of all its containers, and of the one that runs the job. The capability of
/// the memlock way is added by `inject`.
Tree pod_security(const Plan& plan, const PodShape& shape);
Tree container_security(const Plan& plan, const PodShape& shape);

}  // namespace railhead::manifest::render
