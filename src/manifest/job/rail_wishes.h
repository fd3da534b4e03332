#pragma once

#include <string>

#include "manifest/job/profile.h"

namespace railhead::manifest::job {

/// Adds what pods want of the rails: networks and units of the resources. `space`: the namespace of the pods, which need not be
/// named beside a network; empty: not known.
void add_rails(const ClusterProfile& cluster, const std::string& space, Wishes& wishes);

}  // namespace railhead::manifest::job
