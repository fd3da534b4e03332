#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string message(const facts::ClusterEvent& event) {
  const std::string by = event.plugin.empty() ? "" : event.plugin + " has ";
  return by + "no free address" + (event.reason.empty() ? " in its range" : " in " + event.reason);
}

std::string fix(const facts::ClusterEvent& event) {
  if (event.plugin == "whereabouts")
    return "kubectl get ippools.whereabouts.cni.cncf.io,overlappingrangeipreservations.whereabouts.cni.cncf.io -A -o yaml  # "
           "delete the entries of pods that are gone (podref), or widen \"range\" in the network";
  if (event.plugin == "host-local")
    return base::format(
        "ls /var/lib/cni/networks/{}  # on the node, a file an address: remove those of pods that are gone, or widen "
        "\"rangeStart\" and \"rangeEnd\" in the network",
        event.network.empty() ? "NETWORK" : base::shell_word(event.network));
  return {};
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::range_full,
                               .what = "address range that is used up",
                               .subject = network_subject,
                               .message = message,
                               .fix = fix});
}

}  // namespace

Check k8s_ipam_exhausted() {
  return {.title = "The address range of a network has no free address",
          .severity = Severity::error,
          .cause =
              "Each attachment takes an address of the network's range. The range is smaller than the number of pods, or "
              "addresses of pods that ended with their node were never given back.",
          .fix = "kubectl get net-attach-def NETWORK -n NAMESPACE -o yaml  # widen the range of its ipam",
          .rule = rule};
}

}  // namespace railhead::check
