#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string message(const facts::ClusterEvent& event) {
  std::string text = (event.plugin.empty() ? "the CNI plugin" : event.plugin) + " was given no device";
  if (event.plugin != "host-device") text = (event.plugin.empty() ? "the CNI plugin" : event.plugin) + " got no VF";
  if (!event.network.empty()) text += base::format(" for network \"{}\"", event.network);
  return event.pod.empty() ? text : text + " of pod " + pod_of(event);
}

std::string fix(const facts::ClusterEvent& event) {
  return base::format(
      "kubectl get net-attach-def {}{} -o jsonpath='{{.metadata.annotations}}'  # needs k8s.v1.cni.cncf.io/resourceName: "
      "PREFIX/NAME; the pod needs limits of PREFIX/NAME, one for each attachment",
      event.network.empty() ? "NETWORK" : base::shell_word(event.network), in_namespace(event.name_space));
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::no_vf,
                               .what = "network whose plugin was given no device",
                               .subject = network_subject,
                               .message = message,
                               .fix = fix});
}

}  // namespace

Check k8s_cni_sriov_no_vf() {
  return {.title = "A CNI plugin for devices was given none",
          .severity = Severity::error,
          .cause =
              "Multus passes a device on where the network's resourceName annotation names a resource that the pod requests. "
              "Either the annotation is missing, or the pod requests another resource or fewer units than it has attachments.",
          .fix =
              "kubectl annotate net-attach-def NETWORK -n NAMESPACE k8s.v1.cni.cncf.io/resourceName=PREFIX/NAME  # and "
              "limits of PREFIX/NAME in the pod, one for each attachment",
          .rule = rule};
}

}  // namespace railhead::check
