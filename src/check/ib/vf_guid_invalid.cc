#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"
#include "finding/finding.h"
#include "finding/rdma/function_rules.h"

namespace railhead::check {
namespace {

bool is_invalid(std::uint64_t guid) { return guid == 0 || guid == ~std::uint64_t{0}; }

Finding judged(const facts::Device& device) {
  const bool zero = *device.node_guid == 0;
  return violated(Severity::error, device.name,
                  base::format("its node GUID is {}: the subnet manager cannot bring its port up", zero ? "zero" : "all ones"),
                  {seen(device.node_guid, base::format("node_guid {:016x}", *device.node_guid))});
}

std::vector<Finding> judge(const facts::Device& device) {
  if (!device.node_guid) return {unknown(device.name, "the node GUID is not known", {lacking(device.node_guid, "node GUID")})};
  if (!is_invalid(*device.node_guid)) return {};
  return {judged(device)};
}

/// ib-sriov-cni refuses such a function before a pod sees it.
std::vector<Finding> in_events(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::vf_guid,
                               .what = "virtual function without a valid GUID",
                               .subject = network_subject,
                               .message = [](const facts::ClusterEvent& event) -> std::string {
                                 return (event.netdev.empty() ? "a VF of the pod" : "VF " + event.netdev) +
                                        " has no valid GUID: " + event.reason;
                               },
                               .fix = [](const facts::ClusterEvent& event) -> std::string {
                                 if (!event.reason.starts_with("ib-kubernetes")) return {};
                                 return "kubectl get pods -A | grep ib-kubernetes  # its log says why it gave none; or take "
                                        "\"ibKubernetesEnabled\" out of the network";
                               }});
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = each_own_function(input, judge, "virtual functions with a valid node GUID");
  for (Finding& finding : in_events(input)) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace

Check ib_vf_guid_invalid() {
  return {.title = "An InfiniBand virtual function has no valid GUID",
          .severity = Severity::error,
          .cause =
              "A virtual function has no GUID until its host sets one, and the subnet manager gives no LID to a port without. "
              "The host-device CNI passes a function on as it is.",
          .fix =
              "On the host, then bind the driver of the function again (in Kubernetes a SriovIBNetwork, whose ib-sriov CNI "
              "does it):\nip link set PF vf N node_guid GUID port_guid GUID",
          .rule = rule};
}

}  // namespace railhead::check
