#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"
#include "finding/declared/links.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const DeclaredNetwork& one) {
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    if (!plugin.type.is("macvlan") || !plugin.master) continue;
    const std::string master = base::one_line(*plugin.master);
    Evidences evidence = {seen(plugin.type, "type macvlan"), seen(plugin.master, "master " + master)};
    const LinkOfMaster link = link_of_master(*plugin.master, *input.cluster);
    if (link.type == "ethernet")
      return ok(one.subject(), base::format("its master {} is an Ethernet interface", master), evidence);
    if (link.type != "infiniband") return std::nullopt;
    evidence.push_back(link.why);
    return violated(link.told ? Severity::error : Severity::warning, one.subject(),
                    base::format("is of type macvlan on {}, which {} an InfiniBand interface: macvlan is impossible there",
                                 master, link.told ? "is" : "has the name of"),
                    evidence);
  }
  return std::nullopt;
}

std::vector<Finding> in_events(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::macvlan_refused,
                               .what = "refused macvlan interface",
                               .subject = network_subject,
                               .message = [](const facts::ClusterEvent&) -> std::string {
                                 return "the kernel refuses a macvlan interface (invalid argument): its master is no Ethernet "
                                        "interface; on InfiniBand (IPoIB) macvlan is impossible";
                               }});
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = in_events(input);
  for (const DeclaredNetwork& one : declared_networks(input))
    if (auto finding = judge(input, one)) findings.push_back(std::move(*finding));
  return findings;
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
