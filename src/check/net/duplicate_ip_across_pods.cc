#include <map>

#include "finding/across.h"
#include "finding/rdma/rail_addresses.h"

namespace railhead::check {
namespace {

struct Holder {
  std::string pod;
  std::string interface;
  std::string mac;
  Evidence evidence;
};

using Holders = std::map<std::string, std::vector<Holder>>;  // by address

Holders holders_of(const Input& input, std::size_t& machines) {
  Holders holders;
  for (std::size_t i = 0; i < input.machines.size(); ++i) {
    const std::vector<RailAddress> all = rail_addresses(input.machines[i]);
    if (!all.empty()) ++machines;
    for (const RailAddress& each : all) {
      if (!each.interface->mac) continue;
      const std::string address = facts::text(each.address->value);
      std::string pod = name_of_machine(input, i);
      const Evidence evidence = seen(each.interface->addresses, base::format("{}: {} on {}, {}", pod, address,
                                                                             each.interface->name, *each.interface->mac));
      holders[address].push_back({std::move(pod), each.interface->name, *each.interface->mac, evidence});
    }
  }
  return holders;
}

/// Pods in the host's network see the same interface: one address of one MAC address is no duplicate.
const Holder* other_than(const std::vector<Holder>& all) {
  for (const Holder& each : all)
    if (each.mac != all.front().mac) return &each;
  return nullptr;
}

std::vector<Finding> rule(const Input& input) {
  if (!compares(input)) return {};
  std::size_t machines = 0;
  const Holders holders = holders_of(input, machines);
  std::vector<Finding> findings;
  Evidences looked;
  for (const auto& [address, all] : holders) {
    const Holder& first = all.front();
    if (looked.size() < 4) looked.push_back(first.evidence);
    const Holder* other = other_than(all);
    if (other == nullptr) continue;
    findings.push_back(violated(
        Severity::error, other->pod,
        base::format("has the same address on {} as {} on {}: {}", other->interface, first.pod, first.interface, address),
        {first.evidence, other->evidence}));
  }
  if (findings.empty() && machines > 1 && !looked.empty())
    findings.push_back(ok("machines", "no address of a rail is in two of them", std::move(looked)));
  return findings;
}

}  // namespace

Check net_duplicate_ip_across_pods() {
  return {
      .title = "Two pods have the same address",
      .severity = Severity::error,
      .cause =
          "An IPAM that counts on each node for itself (host-local) gave the same address to pods of different nodes, or two "
          "ranges of whereabouts overlap. Connections go to either of them.",
      .fix =
          "kubectl get network-attachment-definitions -o yaml  # \"ipam\": {\"type\": \"whereabouts\", \"range\": ...}, one "
          "range for each rail, in place of host-local",
      .rule = rule};
}

}  // namespace railhead::check
