#pragma once

#include <optional>

#include "facts/cluster/object.h"
#include "lint/admission/gathered.h"
#include "manifest/admission/judge.h"

namespace railhead::lint {

/// What SCC admission says, where the manifests' own SCCs have a part in it. `pod` has the places of what the pod asks for.
std::optional<facts::SccAnswer> scc_answer(const manifest::admission::Subject& subject,
                                           const manifest::admission::Verdict& verdict, const Gathered& gathered,
                                           const facts::PodTemplate& pod);

}  // namespace railhead::lint
