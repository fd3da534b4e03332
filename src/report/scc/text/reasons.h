#pragma once

#include <string>
#include <vector>

#include "manifest/admission/judge.h"

namespace railhead::report {

/// What one constraint refuses of a pod, in words, each thing once with the containers that it concerns.
std::vector<std::string> reasons(const manifest::scc::Attempt& attempt, const manifest::Pod& pod);

/// What the pod asks for that every constraint which was asked refuses: "IPC_LOCK", "hostNetwork", "hostPath volumes". None
/// where they refuse it for different things.
std::vector<std::string> refused_by_all(const manifest::admission::Verdict& verdict);

/// The entries of Pod Security: "IPC_LOCK", "hostNetwork", to follow "does not allow".
std::vector<std::string> refused_by_level(const manifest::admission::Verdict& verdict);

/// "container main", "containers main and sidecar"
std::string named_containers(const std::vector<std::string>& names);

/// "a, b and c": all of them.
std::string with_and(const std::vector<std::string>& words);

}  // namespace railhead::report
