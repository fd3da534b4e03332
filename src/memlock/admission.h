#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What is asked of a cluster's admission for the ways that go through the manifest of a pod, and what it answers. Nothing here
/// decides: the answers come from whoever knows the cluster.
namespace railhead::memlock {

/// Who has to do something; nobody where it never works.
enum class Actor { you, namespace_admin, cluster_admin, node_admin, nobody };
/// "namespace admin"; "-" for nobody.
const char* name(Actor actor);

/// `not_needed`: there is nothing in it that admission looks at. `grantable`: by a constraint that is there, once it may be
/// used.
enum class Verdict : std::uint8_t { not_asked, not_needed, admitted, grantable, refused, unknown };
/// "not asked", "not needed", "admitted", "needs a grant", "refused", "unknown".
const char* name(Verdict verdict);

/// The pod of a way, as far as admission looks at it: one container. `user` is its runAsUser, `escalation` its
/// allowPrivilegeEscalation; neither is set where it has no value.
struct PodNeeds {
  std::vector<std::string> capabilities = {};  // capabilities.add
  std::optional<std::uint32_t> user = {};
  std::optional<bool> escalation = {};
};

/// The answer for one way. `by` lets the pod through, or would: "SCC rdma", "Pod Security level privileged". `account` is the
/// service account that may use it, "team-a/trainer"; empty where any will do or none does. `why` says in words what refuses
/// what, or what is not known; `field` is where, as the server names it, and `message` the server's answer word for word.
/// `actor` is who can let it through with `apply`; nobody where nothing does. `any_user`: only without the pod's runAsUser, in
/// whose place one of the namespace's range is filled in.
struct Admission {
  Verdict verdict = Verdict::not_asked;
  std::string by = {};
  std::string account = {};
  std::string why = {};
  std::string field = {};
  std::string message = {};
  Actor actor = Actor::nobody;
  std::string apply = {};
  bool any_user = false;
};

/// What was asked, and the answers by the id of their way. `files` are those of the SCCs and what is beside them; `level` is
/// the one of Pod Security that was given.
struct Asked {
  std::vector<std::string> files = {};
  std::string level = {};
  bool stock = false;  // OpenShift's own SCCs stand in for those of the cluster
  std::map<std::string, Admission> answers = {};
};

/// A SecurityContextConstraints manifest that lets containers add `capabilities`, whatever user they run as, and no more that
/// is a privilege. Pods that name the runtime's seccomp profile, that drop all other capabilities, that set
/// allowPrivilegeEscalation either way or an fsGroup, or that have any volume that is not the node's pass too.
std::string constraint_manifest(const std::string& name, const std::vector<std::string>& capabilities);

/// "oc adm policy add-scc-to-user NAME -z ACCOUNT -n NAMESPACE"
std::string grant_command(const std::string& name, const std::string& account, const std::string& space);

/// The command that gives a namespace the level privileged of Pod Security; `program` is kubectl or oc.
std::string level_command(const std::string& program, const std::string& space);

}  // namespace railhead::memlock
