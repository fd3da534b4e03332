#pragma once

#include <cstddef>
#include <string>

#include "manifest/admission/judge.h"
#include "memlock/admission.h"

namespace railhead::cli {

/// In words: "SCC restricted-v2 refuses capability IPC_LOCK", of the SCC that may be used and comes nearest; `field` is where.
struct Reason {
  std::string words = {};
  std::string field = {};
};

/// Why SCC admission refuses a pod. `ranges_known`: the namespace's ranges are known, and worth to be shown.
Reason reason_of(const manifest::scc::Admission& admission, bool ranges_known);

/// How much the SCC that comes nearest refuses: few where little is missing. The most that there is where none may be used, and
/// nothing where SCC admission let the pod through.
std::size_t missing(const manifest::admission::Verdict& verdict);

/// Why Pod Security refuses the pod of a way: what it asks for on purpose, without what anybody would add who wrote a pod for
/// that level (a seccomp profile, dropped capabilities).
Reason reason_of(const manifest::admission::Verdict& verdict, const memlock::PodNeeds& needs);

}  // namespace railhead::cli
