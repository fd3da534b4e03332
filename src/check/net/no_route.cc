#include "finding/finding.h"

namespace railhead::check {
namespace {

Finding judged(const Input& input, const facts::Address& peer) {
  const std::string address = text(peer.value);
  const facts::Known<std::string> interface = facts::route_to(input.machine.network, peer);
  if (interface) return ok(address, "packets to it leave by " + *interface, {seen(interface, "route by " + *interface)});
  if (interface.missing().why != facts::Why::not_found)
    return unknown(address, "the route to it is not known", {lacking(interface, "routes")});
  return violated(Severity::error, address, "no route leads to it: connections fail with \"Network is unreachable\"",
                  {lacking(interface, "route to " + address)});
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.machine.network.routes.not_asked()) return findings;
  for (const facts::Address& peer : input.options.peers) findings.push_back(judged(input, peer));
  return findings;
}

}  // namespace

Check net_no_route() {
  return {.title = "No route leads to a peer",
          .severity = Severity::error,
          .cause =
              "The main routing table of this network namespace covers the address with no entry, not even a default one. In a "
              "pod, secondary networks have the routes that their network attachment gives them, and no others.",
          .fix =
              "ip route add PREFIX dev INTERFACE  # in Kubernetes: a \"routes\" entry in the ipam section of the network "
              "attachment",
          .rule = rule};
}

}  // namespace railhead::check
