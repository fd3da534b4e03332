#include "facts/cluster/cluster.h"
#include "finding/cluster/denials.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return denials(input, Grant::privilege_escalation,
                 {.what = "privilege escalation that a security context constraint refuses",
                  .message = [](const facts::ClusterEvent&, const std::vector<Refused>& refused) -> std::string {
                    return base::format("sets allowPrivilegeEscalation: true, which {} allow",
                                        constraints_of(refused, "does not", "do not"));
                  },
                  .fix = [](const facts::ClusterEvent&, const std::vector<Refused>&) -> std::string { return {}; }});
}

}  // namespace

Check k8s_scc_privilege_escalation_denied() {
  return {
      .title = "No security context constraint allows privilege escalation",
      .severity = Severity::error,
      .cause =
          "The restricted-v2 constraint, nonroot-v2 and hostnetwork-v2 refuse allowPrivilegeEscalation: true. RDMA does not "
          "need it: a capability that root has is not escalated.",
      .fix = "securityContext: {allowPrivilegeEscalation: false}  # in each container, init containers too",
      .rule = rule};
}

}  // namespace railhead::check
