#include <algorithm>
#include <iterator>

#include "facts/cluster/cluster.h"
#include "finding/admission/pod_security.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string message(const facts::ClusterEvent& event) {
  return base::format("Pod Security refuses it at level {}: {}", event.plugin, event.reason);
}

/// No level but privileged lets a container add IPC_LOCK.
std::string fix(const facts::ClusterEvent& event) {
  if (event.reason.find("IPC_LOCK") == std::string::npos) return {};
  return base::format(
      "Leave IPC_LOCK out and let the node's runtime give the limit: railhead node memlock  # or, for a namespace of its own: "
      "kubectl label namespace {} --overwrite pod-security.kubernetes.io/enforce=privileged",
      event.name_space.empty() ? "NAMESPACE" : base::shell_word(event.name_space));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = foretold_pod_security(input);
  std::ranges::move(search_events(input, {.word = facts::ClusterWord::pod_security,
                                          .what = "pod that Pod Security refuses",
                                          .subject = pod_subject,
                                          .message = message,
                                          .fix = fix}),
                    std::back_inserter(findings));
  return findings;
}

}  // namespace

Check k8s_pod_security_denied() {
  return {
      .title = "Pod Security refuses the pod",
      .severity = Severity::error,
      .cause =
          "The namespace enforces a level of the Pod Security Standards. baseline and restricted allow neither IPC_LOCK nor "
          "host paths, host namespaces or privileged containers; restricted wants a non-root user and no privilege "
          "escalation besides.",
      .fix =
          "kubectl get namespace NAMESPACE --show-labels  # pod-security.kubernetes.io/enforce; then change what the message "
          "names in the pod",
      .rule = rule};
}

}  // namespace railhead::check
