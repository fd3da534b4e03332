#pragma once

#include <vector>

#include "manifest/admission/judge.h"
#include "manifest/render/plan.h"

/// The admission model, asked about what is rendered.
namespace railhead::manifest::render {

/// Who creates the pods of these objects, and the pods.
base::Result<std::vector<admission::Subject>> pods_of(const std::vector<Object>& objects);

/// The cluster before anything of the job is applied. On OpenShift its own SCCs are there, those of the profile's version. The
/// namespace is new: OpenShift has yet to write its ranges.
base::Result<scc::World> world_of(const Plan& plan);

/// Applies objects, as they were rendered.
base::Result<void> apply_objects(const std::vector<Object>& objects, scc::World& world);

/// What the API server says of each pod but for Pod Security, and of Kubernetes (`scc` false) without SCC admission.
base::Result<std::vector<admission::Verdict>> verdicts_of(const Plan& plan, const std::vector<admission::Subject>& pods,
                                                          const scc::World& world, bool scc);

/// Why a pod is not admitted, for people; `constraint` is the SCC that should have taken it, empty for any.
std::string why_refused(const admission::Verdict& verdict, const std::string& constraint);

}  // namespace railhead::manifest::render
