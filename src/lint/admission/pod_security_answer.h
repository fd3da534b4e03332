#pragma once

#include <optional>

#include "facts/cluster/admission.h"
#include "manifest/admission/judge.h"

namespace railhead::lint {

/// What Pod Security says at the level that `enforcing` enforces. On OpenShift it sees the pod as SCC admission filled it in:
/// where the constraint is not known for certain (`doubtful`, or by the verdict), that alone is told which none of them mends.
std::optional<facts::PodSecurityAnswer> pod_security_answer(const manifest::admission::Subject& subject,
                                                            const manifest::admission::Verdict& verdict,
                                                            const manifest::scc::Namespace& enforcing, bool doubtful);

}  // namespace railhead::lint
