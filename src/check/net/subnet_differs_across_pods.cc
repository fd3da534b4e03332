#include <algorithm>
#include <map>
#include <set>

#include "finding/across.h"
#include "finding/rdma/rail_addresses.h"

// Where each host has subnets of its own (/31 to the switch, routed between), no two share any, and that is right. Where pods
// share a subnet for one rail, all rails are meant to be shared: one that is in a subnet without any other pod reaches nobody.

namespace railhead::check {
namespace {

struct Use {
  std::set<std::size_t> machines;
  std::string interface;
  Evidence evidence;
};

using Uses = std::map<std::string, Use>;  // by subnet

Uses uses_of(const Input& input) {
  Uses uses;
  for (std::size_t i = 0; i < input.machines.size(); ++i)
    for (const RailAddress& each : rail_addresses(input.machines[i])) {
      if (!each.address->ipv4) continue;
      const std::string subnet = subnet_of(*each.address);
      const auto [place, added] = uses.try_emplace(subnet);
      place->second.machines.insert(i);
      if (!added) continue;
      place->second.interface = each.interface->name;
      place->second.evidence = seen(each.interface->addresses,
                                    base::format("{}: {} on {}", name_of_machine(input, i), subnet, each.interface->name));
    }
  return uses;
}

/// The machines that share at least one subnet with another.
std::set<std::size_t> sharing(const Uses& uses) {
  std::set<std::size_t> all;
  for (const auto& [subnet, use] : uses)
    if (use.machines.size() > 1) all.insert(use.machines.begin(), use.machines.end());
  return all;
}

std::vector<Finding> rule(const Input& input) {
  if (!compares(input)) return {};
  const Uses uses = uses_of(input);
  const std::set<std::size_t> shared = sharing(uses);
  std::vector<Finding> findings;
  Evidences evidence;
  std::vector<std::string> subnets;
  for (const auto& [subnet, use] : uses) {
    if (use.machines.size() > 1) {
      subnets.push_back(subnet);
      if (evidence.size() < 4) evidence.push_back(use.evidence);
    }
  }
  if (subnets.empty()) return {};
  for (const auto& [subnet, use] : uses) {
    if (use.machines.size() > 1) continue;
    // A machine that shares none at all is alone with all of its rails, and so more certainly wrong.
    const std::size_t alone = *use.machines.begin();
    Evidences both{use.evidence};
    both.insert(both.end(), evidence.begin(), evidence.end());
    findings.push_back(violated(Severity::warning, name_of_machine(input, alone),
                                base::format("has {} in {}, where no other is; {}", use.interface, subnet,
                                             shared.contains(alone) ? base::format("others share {}", listed(subnets, 4))
                                                                    : base::format("it shares none of {}", listed(subnets, 4))),
                                std::move(both)));
  }
  if (findings.empty())
    findings.push_back(
        ok("machines", base::format("their rails are in {}, each shared", listed(subnets, 8)), std::move(evidence)));
  return findings;
}

}  // namespace

Check net_subnet_differs_across_pods() {
  return {
      .title = "A rail of one pod is in another subnet than its peers'",
      .severity = Severity::warning,
      .cause =
          "The pod's network attachment is another one, or the IPAM's range was changed between the pods. Unless routes lead "
          "between the subnets, connections over that rail fail or go over the default route.",
      .fix =
          "kubectl get pod POD -o jsonpath='{.metadata.annotations.k8s\\.v1\\.cni\\.cncf\\.io/networks}'  # of this pod and of "
          "another one: the same networks in the same order",
      .rule = rule};
}

}  // namespace railhead::check
