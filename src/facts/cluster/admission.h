#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/placed.h"

/// What an API server will say of a pod that a manifest declares, as far as the manifests given together decide it for certain.
namespace railhead::facts {

/// What of a pod a security context constraint (SCC) refuses.
enum class AdmissionField : std::uint8_t {
  fs_group,
  supplemental_groups,
  seccomp,
  se_linux,
  host_network,
  host_pid,
  host_ipc,
  host_users,
  sysctl,
  volume,
  run_as_user,
  run_as_non_root,
  privileged,
  capability,
  host_port,
  privilege_escalation,
  read_only_root
};

/// One thing that an SCC refuses. `container` is empty for the pod. `value` is without the server's quotes and brackets
/// ("IPC_LOCK", "hostPath", "1000"), `why` is in the server's words. `listed` is what the SCC lists there already, where it has
/// a list. `source` is where the pod asks for it.
struct SccRefusal {
  AdmissionField field = AdmissionField::capability;
  std::string container = {};
  std::string value = {};
  std::string why = {};
  std::vector<std::string> listed = {};
  std::string source = {};
};

/// admits: this SCC does, the first that may be used and takes the pod. refuses: none that may be used takes it; this one is of
/// the manifests and nearest to it. not_granted: the same, and this one of the manifests would, and may not be used.
enum class SccSays : std::uint8_t { admits, refuses, not_granted };

/// What SCC admission says where the manifests have SCCs of their own. `way`: how the pod may use the SCC, in words. `space`:
/// the pod's namespace, empty where the manifests do not tell. `refusals` are those of the SCC; of not_granted those of
/// `refused_by`, an SCC that everybody may use. `others` may be used as well, and refuse the pod too. `by_controller`: a
/// controller makes the pod, so that its service account's rights count alone and not those of whoever applies the manifest.
struct SccAnswer {
  SccSays says = SccSays::admits;
  std::string constraint = {};
  std::string source = {};  // of the SCC
  std::string way = {};
  std::string space = {};
  std::string account = {};
  std::vector<SccRefusal> refusals = {};
  std::string refused_by = {};
  std::vector<Placed> others = {};
  bool by_controller = false;
};

/// One check of Pod Security that refuses the pod, in the server's words: "non-default capabilities", "container \"main\" must
/// not include \"IPC_LOCK\" in securityContext.capabilities.add". `places`: the containers concerned, or the pod.
struct PodSecurityRefusal {
  std::string id = {};
  std::string reason = {};
  std::string detail = {};
  std::vector<Placed> places = {};
};

/// What Pod Security says at the level that the pod's namespace enforces; no refusals: it lets the pod through. `source` is
/// that of the Namespace. `enough` is the strictest level that lets the pod through. `strict_context`: what restricted asks of
/// every container, and nothing else, is missing.
struct PodSecurityAnswer {
  std::string level = {};
  std::string version = {};
  std::string space = {};
  std::string source = {};
  std::vector<PodSecurityRefusal> refusals = {};
  std::string enough = {};
  bool strict_context = false;
};

/// Nothing where nothing is certain.
struct Admission {
  std::optional<SccAnswer> scc = {};
  std::optional<PodSecurityAnswer> pod_security = {};
};

}  // namespace railhead::facts
