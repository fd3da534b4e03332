#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/cluster/denials.h"

namespace railhead::check {
namespace {

bool any(const std::vector<Refused>& refused, const char* start) {
  return std::ranges::any_of(refused, [&](const Refused& one) { return one.what.starts_with(start); });
}

std::string message(const facts::ClusterEvent& event, const std::vector<Refused>& refused) {
  if (!event.reason.empty()) return event.reason;
  if (refused.empty()) return "no security context constraint that its service account may use admits it";
  return constraints_of(refused, "refuses", "refuse") + " " + listed(refused);
}

std::string fix(const facts::ClusterEvent& event, const std::vector<Refused>& refused) {
  if (any(refused, "hostNetwork") || any(refused, "hostPath") || any(refused, "privileged") || any(refused, "hostPort"))
    return "resources: {limits: {PREFIX/RDMA_RESOURCE: 1}}  # RDMA needs no hostNetwork, no hostPath /dev/infiniband and no "
           "privileged container: a device plugin and a constraint with IPC_LOCK do";
  std::string made = new_constraint(event);
  if (made.empty() || !(any(refused, "runAsUser") || any(refused, "fsGroup") || any(refused, "supplementalGroups")))
    return made;
  return made + "\n# or remove the fixed ids from the pod: OpenShift chooses some of the namespace's range";
}

std::vector<Finding> rule(const Input& input) {
  return denials(input, Grant::other,
                 {.what = "setting that a security context constraint refuses", .message = message, .fix = fix});
}

}  // namespace

Check k8s_scc_denied() {
  return {.title = "No security context constraint admits the pod",
          .severity = Severity::error,
          .cause =
              "OpenShift admits a pod under the first constraint that its service account may use and that allows all the pod "
              "asks for. None does: a host namespace, a host path, a privileged container or a fixed user is refused.",
          .fix = "oc adm policy add-scc-to-user SCC -z SERVICEACCOUNT -n NAMESPACE",
          .rule = rule};
}

}  // namespace railhead::check
