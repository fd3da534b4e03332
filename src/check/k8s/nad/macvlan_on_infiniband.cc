#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::macvlan_refused,
                               .what = "refused macvlan interface",
                               .subject = network_subject,
                               .message = [](const facts::ClusterEvent&) -> std::string {
                                 return "the kernel refuses a macvlan interface (invalid argument): its master is no Ethernet "
                                        "interface; on InfiniBand (IPoIB) macvlan is impossible";
                               }});
}

}  // namespace

Check k8s_nad_macvlan_on_infiniband() {
  return {.title = "A macvlan network has a master that is no Ethernet interface",
          .severity = Severity::error,
          .cause =
              "A macvlan interface is another MAC address on an Ethernet port (drivers/net/macvlan.c refuses other types with "
              "EINVAL). InfiniBand ports have none.",
          .fix =
              "\"type\": \"ipoib\"  # in the network (IPoIBNetwork), or ib-sriov (SriovIBNetwork); see: ip -br link show "
              "MASTER on the node",
          .rule = rule};
}

}  // namespace railhead::check
