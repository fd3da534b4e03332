#include <algorithm>
#include <utility>

#include "base/text.h"
#include "fabric/net/rails.h"
#include "finding/finding.h"
#include "finding/ports.h"

namespace railhead::check {
namespace {

struct Member {
  const facts::Interface* interface = nullptr;
  facts::Address address;
};

using Subnet = std::vector<Member>;

/// An address that is on two interfaces is a worse fault, and net.duplicate-ip's.
void add(std::vector<Subnet>& subnets, const Member& member) {
  for (Subnet& subnet : subnets) {
    if (!facts::same_subnet(subnet.front().address, member.address)) continue;
    const bool known = std::ranges::any_of(subnet, [&](const Member& each) {
      return each.interface == member.interface || each.address.value == member.address.value;
    });
    if (!known) subnet.push_back(member);
    return;
  }
  subnets.push_back({member});
}

std::vector<Subnet> subnets_of(const std::vector<Rail>& rails) {
  std::vector<Subnet> subnets;
  for (const Rail& rail : rails) {
    if (!rail.interface->addresses.has()) continue;
    for (const facts::Address& address : *rail.interface->addresses)
      if (is_routable(address) && !is_single(address)) add(subnets, {rail.interface, address});
  }
  return subnets;
}

Evidence shown(const Member& member) {
  return seen(member.interface->addresses, base::format("{} on {}", text(member.address), member.interface->name));
}

Finding crowded(const Subnet& subnet) {
  std::vector<std::string> names;
  Evidences evidence;
  for (const Member& member : subnet) {
    names.push_back(base::format("{} ({})", member.interface->name, text(member.address)));
    evidence.push_back(shown(member));
  }
  return violated(Severity::warning, "machine",
                  base::format("{} share one subnet: {}", base::counted(subnet.size(), "rail"), base::joined(names, ", ")),
                  std::move(evidence));
}

Finding apart(const std::vector<Subnet>& subnets) {
  Evidences evidence;
  for (const Subnet& subnet : subnets) evidence.push_back(shown(subnet.front()));
  return ok("machine", base::format("each rail has a subnet of its own ({})", base::counted(subnets.size(), "subnet")),
            std::move(evidence));
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  const std::vector<Subnet> subnets = subnets_of(rails_of(ports.machine, ports.views));
  std::vector<Finding> findings;
  for (const Subnet& subnet : subnets)
    if (subnet.size() > 1) findings.push_back(crowded(subnet));
  if (findings.empty() && subnets.size() > 1) findings.push_back(apart(subnets));
  return findings;
}

}  // namespace

Check net_same_subnet_multi_nic() {
  return {.id = {},
          .title = "Several rails are in one subnet",
          .severity = Severity::warning,
          .cause =
              "With two interfaces in one subnet Linux sends by the first matching route and answers ARP on any of them. RoCE "
              "packets then leave by the wrong adapter or go to the wrong MAC address, and connections between rails time out.",
          .fix =
              "Give each rail a subnet of its own, or set on every rail, with a routing table and an `ip rule` for each source "
              "address:\nsysctl -w net.ipv4.conf.INTERFACE.arp_ignore=1 net.ipv4.conf.INTERFACE.arp_announce=2",
          .rule = find};
}

}  // namespace railhead::check
