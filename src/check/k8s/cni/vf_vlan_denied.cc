#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string message(const facts::ClusterEvent& event) {
  const std::string vlan = event.resource.empty() ? "the VLAN" : "VLAN " + event.resource;
  return base::format("{} could not set {} of VF {}{}{}", event.plugin.empty() ? "the CNI plugin" : event.plugin, vlan,
                      *event.vf, event.reason.empty() ? "" : ": ", event.reason);
}

std::string fix(const facts::ClusterEvent& event) {
  return base::format(
      "ip link set PF vf {} vlan 0  # on the node, PF is the VF's port: where this fails too, its trunk policy forbids it "
      "(/sys/class/net/PF/device/sriov/{}/trunk) and \"vlan\" has to go from the network, or sriov-cni be newer",
      *event.vf, *event.vf);
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::vf_vlan,
                               .what = "VLAN of a virtual function that could not be set",
                               .subject = network_subject,
                               .message = message,
                               .fix = fix,
                               .is = [](const facts::ClusterEvent& event) { return event.vf.has_value(); }});
}

}  // namespace

Check k8s_cni_vf_vlan_denied() {
  return {.title = "The VLAN of a virtual function could not be set",
          .severity = Severity::error,
          .cause =
              "sriov-cni sets a VLAN on each virtual function, 0 where the network names none, and the driver of the physical "
              "function refused: a trunk policy is set on it, or it does not support the protocol.",
          .fix = "ip link set PF vf N vlan 0  # on the node, to see the driver's answer; newer sriov-cni leaves VLAN 0 alone",
          .rule = rule};
}

}  // namespace railhead::check
