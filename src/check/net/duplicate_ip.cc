#include <algorithm>
#include <set>
#include <utility>

#include "fabric/net/rails.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

constexpr unsigned kLoopback = 772;  // ARPHRD_LOOPBACK

/// Host addresses (/32) are put on many interfaces on purpose, and every link has the same fe80:: neighbours.
bool counts(const facts::Address& address) { return is_routable(address) && !is_single(address); }

const facts::Address* find_address(const facts::Interface& interface, const facts::Address& wanted) {
  if (!interface.addresses.has()) return nullptr;
  const auto same = [&](const facts::Address& each) { return counts(each) && each.value == wanted.value; };
  const auto found = std::ranges::find_if(*interface.addresses, same);
  return found == interface.addresses->end() ? nullptr : &*found;
}

/// The first other interface with the address; of two rails that share it, the pair is told once, at the first.
const facts::Interface* other_holder(const facts::Network& network, const std::set<std::string>& told,
                                     const facts::Interface& rail, const facts::Address& address) {
  for (const facts::Interface& other : *network.interfaces) {
    if (other.name == rail.name || told.contains(other.name) || other.type.is(kLoopback)) continue;
    if (find_address(other, address)) return &other;
  }
  return nullptr;
}

void judge(const facts::Network& network, const std::set<std::string>& told, const facts::Interface& rail,
           std::vector<Finding>& findings) {
  for (const facts::Address& address : *rail.addresses) {
    if (!counts(address)) continue;
    const facts::Interface* other = other_holder(network, told, rail, address);
    if (!other) continue;
    const std::string shown = facts::text(address.value);
    findings.push_back(violated(Severity::error, rail.name, base::format("has the same address as {}: {}", other->name, shown),
                                {seen(rail.addresses, base::format("{} on {}", shown, rail.name)),
                                 seen(other->addresses, base::format("{} on {}", shown, other->name))}));
  }
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  std::vector<Finding> findings;
  std::set<std::string> told;
  Evidences looked;
  for (const Rail& rail : rails_of(ports.machine, ports.views)) {
    if (!rail.interface->addresses.has() || told.contains(rail.interface->name)) continue;
    judge(input.machine.network, told, *rail.interface, findings);
    told.insert(rail.interface->name);
    looked.push_back(seen(rail.interface->addresses, "addresses of " + rail.interface->name));
  }
  if (findings.empty() && !told.empty())
    findings.push_back(ok("machine", "no address of a rail is on a second interface", std::move(looked)));
  return findings;
}

}  // namespace

Check net_duplicate_ip() {
  return {
      .id = {},
      .title = "One address is on two interfaces",
      .severity = Severity::error,
      .cause =
          "The same address was given to two interfaces of this machine, by hand or by an IPAM that counts on each node or "
          "network alone (host-local). Replies come back on either, so that connections over the rail fail.",
      .fix =
          "ip addr del ADDRESS/PREFIX dev INTERFACE  # on the wrong one; in Kubernetes: whereabouts with a range for each rail",
      .rule = find};
}

}  // namespace railhead::check
