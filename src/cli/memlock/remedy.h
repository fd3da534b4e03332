#pragma once

#include "cli/memlock/accounts.h"
#include "manifest/admission/judge.h"
#include "memlock/admission.h"

namespace railhead::cli {

/// A pod that is refused, and by whom.
struct RefusedPod {
  const memlock::PodNeeds& needs;
  const Account& account;
  const manifest::admission::Verdict& verdict;
  const manifest::scc::World& world;
  const manifest::admission::Question& question;
};

/// Why it is refused, and what an admin does about it: grant an SCC that takes it, else make one, give the namespace another
/// level. Whatever is said to help was tried: with it the pod is admitted.
memlock::Admission remedy(const RefusedPod& refused);

}  // namespace railhead::cli
