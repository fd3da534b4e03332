#pragma once

#include "base/error.h"
#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// An error where a name of a pod, made of the job's, would be longer than Kubernetes takes: it would refuse the pods, not the
/// object, so that nobody sees why there are none.
base::Result<void> names_fit(const Plan& plan);

}  // namespace railhead::manifest::render
