#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string fix(const facts::ClusterEvent& event) {
  return base::format(
      "kubectl delete pod {}{}  # it is never retried; first see that the node offers the device again: kubectl "
      "describe node NODE | grep {}",
      event.pod.empty() ? "POD" : base::shell_word(event.pod), in_namespace(event.name_space),
      base::shell_word(event.resource));
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::device_unhealthy,
                               .what = "device that a kubelet could not give",
                               .subject = [](const facts::ClusterEvent& event) { return event.resource; },
                               .message = [](const facts::ClusterEvent& event) -> std::string {
                                 return "the kubelet had no device to give when it admitted the pod: " + event.reason;
                               },
                               .fix = fix});
}

}  // namespace

Check k8s_device_plugin_unhealthy() {
  return {
      .title = "A kubelet had no healthy device for a pod",
      .severity = Severity::error,
      .cause =
          "After a restart of the node or of its device plugin the kubelet admits pods that are bound to it before the "
          "plugin has registered its devices, or the plugin reports them as unhealthy. Such a pod fails and is not retried.",
      .fix = "kubectl delete pod POD -n NAMESPACE  # then look at the device plugin's pod on that node",
      .rule = rule};
}

}  // namespace railhead::check
