#include "facts/cluster/cluster.h"
#include "finding/cluster/denials.h"

namespace railhead::check {
namespace {

std::string fix(const facts::ClusterEvent& event, const std::vector<Refused>& /*refused*/) { return new_constraint(event); }

std::vector<Finding> rule(const Input& input) {
  return denials(input, Grant::capability,
                 {.what = "capability that a security context constraint refuses",
                  .message = [](const facts::ClusterEvent&, const std::vector<Refused>& refused) -> std::string {
                    return base::format("adds {} {}, which {} allow", refused.size() == 1 ? "capability" : "capabilities",
                                        listed(refused), constraints_of(refused, "does not", "do not"));
                  },
                  .fix = fix});
}

}  // namespace

Check k8s_scc_capability_denied() {
  return {
      .title = "No security context constraint allows a capability of the pod",
      .severity = Severity::error,
      .cause =
          "OpenShift admits a pod under a constraint that its service account may use, and none of these allows the "
          "capability. No default constraint but privileged allows IPC_LOCK. Names are compared exactly, without CAP_.",
      .fix = "oc adm policy add-scc-to-user SCC -z SERVICEACCOUNT -n NAMESPACE  # an SCC with allowedCapabilities: [IPC_LOCK]",
      .rule = rule};
}

}  // namespace railhead::check
