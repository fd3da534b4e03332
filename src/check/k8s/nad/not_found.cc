#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

bool was_added(const facts::Cluster& cluster, const ClusterEvent& missing) {
  return std::ranges::any_of(cluster.events, [&](const ClusterEvent& event) {
    return event.word == ClusterWord::interface_added && event.network == missing.network;
  });
}

bool is_told_as_fatal(const facts::Cluster& cluster, const ClusterEvent& missing) {
  return std::ranges::any_of(cluster.events, [&](const ClusterEvent& event) {
    return event.word == ClusterWord::network_missing && event.fatal && event.network == missing.network;
  });
}

/// Multus looks for the cluster's default network in its own namespace and, where it is not there, takes the file of that name:
/// pods start all the same.
bool is_noise(const facts::Cluster& cluster, const ClusterEvent& event) {
  if (is_told_as_fatal(cluster, event)) return false;
  const bool own = event.name_space == "kube-system" || event.name_space == "openshift-multus";
  return own || was_added(cluster, event);
}

std::string message(const ClusterEvent& event) {
  return event.name_space.empty() ? "does not exist" : "does not exist in namespace " + event.name_space;
}

std::string fix(const ClusterEvent& event) {
  return base::format(
      "kubectl get net-attach-def -A | grep {}  # in another namespace: annotate the pod with NAMESPACE/{}; nowhere: create "
      "it{}",
      base::shell_word(event.network), event.network, event.name_space.empty() ? "" : " in namespace " + event.name_space);
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr) return {};
  return search_events(input, {.word = ClusterWord::network_missing,
                               .what = "network that a pod lacks",
                               .subject = network_subject,
                               .message = message,
                               .fix = fix,
                               .is = [&](const ClusterEvent& event) { return !is_noise(*input.cluster, event); }});
}

}  // namespace

Check k8s_nad_not_found() {
  return {.title = "A network that a pod names does not exist",
          .severity = Severity::error,
          .cause =
              "Multus looks for a name without a namespace in the pod's own. The definition is in another namespace, or has "
              "another name.",
          .fix = "kubectl get net-attach-def -A  # then NAMESPACE/NAME in the pod's annotation k8s.v1.cni.cncf.io/networks",
          .rule = rule};
}

}  // namespace railhead::check
