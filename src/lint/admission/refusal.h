#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/pod/pod.h"
#include "manifest/scc/admit.h"

namespace railhead::lint {

/// What a constraint refuses, with the place where the pod asks for it. Each thing once for each container. `pod` is the pod as
/// it was asked about, `declared` the same as its manifest has it.
std::vector<facts::SccRefusal> told_refusals(const std::vector<manifest::scc::Refusal>& refusals,
                                             const manifest::scc::Constraint& constraint, const manifest::Pod& pod,
                                             const facts::PodTemplate& declared);

}  // namespace railhead::lint
