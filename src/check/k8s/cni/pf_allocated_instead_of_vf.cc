#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

std::string fix(const facts::ClusterEvent& event) {
  return base::format(
      "ls -l /sys/bus/pci/devices/{}/virtfn*  # on the node: these are the VFs. In the device plugin's selectors the VF's "
      "device "
      "ID (lspci -n), or pfNames: [\"PF#0-7\"]",
      event.pci);
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::pf_for_vf,
                               .what = "device given to a CNI plugin that is no virtual function",
                               .subject = network_subject,
                               .message = [](const facts::ClusterEvent& event) -> std::string {
                                 return event.pci +
                                        " has no physfn with a netdev: it is a physical function, not a virtual one";
                               },
                               .fix = fix});
}

}  // namespace

Check k8s_cni_pf_allocated_instead_of_vf() {
  return {
      .title = "A pod was given a physical function in place of a virtual one",
      .severity = Severity::error,
      .cause =
          "The plugin looks for physfn, the link from a virtual function to its physical one, below the PCI device that the "
          "device plugin chose. A selector that is too wide takes physical functions into the pool.",
      .fix = "grep -e pfNames -e devices  # in the device plugin's ConfigMap: the VF's device ID, or pfNames: [\"PF#0-7\"]",
      .rule = rule};
}

}  // namespace railhead::check
