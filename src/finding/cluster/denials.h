#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

/// What security context constraints refuse, by what would have to be granted. Three checks share it.
namespace railhead::check {

enum class Grant { capability, privilege_escalation, other };

/// What one constraint, or several in the same way, refuse of one pod.
struct Refused {
  Grant grant = Grant::other;
  std::string what;                           // "IPC_LOCK", "hostNetwork", "runAsUser 999 (must be in the ranges: ...)"
  std::vector<std::string> constraints = {};  // empty in texts that do not name them
};

/// What stands between the pod and every constraint that it may use; where they refuse different things, all of it. Each thing
/// once, in the order of the text.
std::vector<Refused> refused(const facts::ClusterEvent& event, Grant grant);

/// The findings of one of the three checks: what events say, and what is foretold of the pods that manifests declare. `message`
/// puts "restricted-v2 refuses X, Y" in words, `fix` is asked of X, Y.
struct DenialWords {
  const char* what;  // for the good case
  std::string (*message)(const facts::ClusterEvent&, const std::vector<Refused>&);
  std::string (*fix)(const facts::ClusterEvent&, const std::vector<Refused>&);
};
std::vector<Finding> denials(const Input& input, Grant grant, const DenialWords& words);

/// "IPC_LOCK, SYS_RESOURCE"
std::string listed(const std::vector<Refused>& refused);

/// "restricted-v2 refuses", "restricted-v2, anyuid refuse": the constraints with a verb for one or several of them.
std::string constraints_of(const std::vector<Refused>& refused, const char* one, const char* several);

/// Commands that make a constraint of restricted-v2 which takes the pod of the event, whatever of it was refused, and let its
/// service account use that. Not let through are host namespaces, host paths and privileged containers, of which RDMA needs
/// none: the text says so of what has to go from the pod. Empty where nothing else was refused.
std::string new_constraint(const facts::ClusterEvent& event);

}  // namespace railhead::check
