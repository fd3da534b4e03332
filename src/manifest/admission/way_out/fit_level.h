#pragma once

#include "manifest/admission/way_out/edit.h"
#include "manifest/psa/psa.h"

namespace railhead::manifest::admission {

/// Changes the pod until the level of Pod Security takes it. False where no change that is known here does. What RDMA needs is
/// not taken away, but noted in keeps().
bool fit(PodEdit& edit, psa::Level level, psa::Version version);

}  // namespace railhead::manifest::admission
