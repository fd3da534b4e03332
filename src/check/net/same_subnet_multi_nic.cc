#include <algorithm>
#include <utility>

#include "base/text.h"
#include "fabric/net/rails.h"
#include "fabric/port/gids.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/log/search.h"
#include "finding/rdma/ports.h"

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

/// The interface that holds the local GID of a failed connection is a rail, though no listing says so; another one in its
/// subnet crowds it.
std::vector<Finding> beside_a_failed_one(const Input& input) {
  const auto& interfaces = input.machine.network.interfaces;
  if (!interfaces || input.log == nullptr) return {};
  for (const facts::LogEvent& event : input.log->events) {
    if (!is_unreached(event) && !is_completion(event, 12)) continue;
    const auto local = ends_of(event).local;
    std::vector<Subnet> subnets;
    for (const facts::Interface& interface : *interfaces)
      for (const facts::Address& address : interface.addresses.value_or({}))
        if (is_routable(address) && !is_single(address)) add(subnets, {&interface, address});
    for (const Subnet& subnet : subnets) {
      const auto holds = [&](const Member& member) { return local && member.address.value == *local; };
      if (subnet.size() < 2 || std::ranges::none_of(subnet, holds)) continue;
      Finding finding = crowded(subnet);
      finding.evidence.push_back({event.text, event.source});
      return {std::move(finding)};
    }
  }
  return {};
}

/// A rail of which the GID alone is told, without a netmask.
struct Bare {
  const PortView* view = nullptr;
  const facts::GidEntry* entry = nullptr;
};

std::vector<Bare> bare_rails(const Ports& ports) {
  std::vector<Bare> rails;
  for (const PortView& view : ports.views) {
    if (view.foreign || view.usable == facts::Usable::no || !is_roce(view) || !view.port->gids) continue;
    const Gids gids = gids_of(ports.machine, *view.device, *view.port->gids);
    for (const facts::GidEntry* entry : gids.here)
      if (!gids.v2_ipv4.empty() && entry->index == gids.v2_ipv4.front() && entry->netdev) rails.push_back({&view, entry});
  }
  return rails;
}

/// Addresses that follow each other are in one subnet under every netmask but /31 and /32: no more than that is certain without
/// a netmask.
bool are_consecutive(const Bare& one, const Bare& other) {
  const std::uint32_t a = facts::ipv4_of(*one.entry->gid);
  const std::uint32_t b = facts::ipv4_of(*other.entry->gid);
  return one.view->device != other.view->device && *one.entry->netdev != *other.entry->netdev && (a + 1 == b || b + 1 == a);
}

std::string in_words(const Bare& rail) {
  return base::format("{} ({}, {})", subject(*rail.view), *rail.entry->netdev, facts::text(*rail.entry->gid));
}

std::vector<Finding> without_netmask(const Ports& ports) {
  const std::vector<Bare> rails = bare_rails(ports);
  std::vector<std::string> names;
  Evidences evidence;
  for (const Bare& rail : rails) {
    if (std::ranges::none_of(rails, [&](const Bare& other) { return are_consecutive(rail, other); })) continue;
    names.push_back(in_words(rail));
    evidence.push_back(seen(rail.entry->gid, names.back()));
  }
  if (names.empty()) return {};
  return {violated(Severity::warning, "machine",
                   base::format("{} have addresses that follow each other, which is one subnet under every netmask but /31 and "
                                "/32: {}",
                                base::counted(names.size(), "rail"), base::joined(names, ", ")),
                   std::move(evidence))};
}

std::vector<Finding> of_partial_texts(const Input& input, const Ports& ports) {
  if (std::vector<Finding> findings = beside_a_failed_one(input); !findings.empty()) return findings;
  return input.machine.network.interfaces ? std::vector<Finding>{} : without_netmask(ports);
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  const std::vector<Subnet> subnets = subnets_of(rails_of(ports.machine, ports.views));
  std::vector<Finding> findings;
  for (const Subnet& subnet : subnets)
    if (subnet.size() > 1) findings.push_back(crowded(subnet));
  if (findings.empty() && of_texts(input)) findings = of_partial_texts(input, ports);
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
