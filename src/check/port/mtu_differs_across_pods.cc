#include <set>

#include "fabric/port/ports.h"
#include "finding/across.h"

namespace railhead::check {
namespace {

std::optional<Trait> trait(const facts::Machine& machine) {
  std::set<unsigned> sizes;
  Evidence evidence;
  for (const PortView& view : port_views(machine)) {
    if (view.foreign || view.usable == facts::Usable::no || !view.port->active_mtu) continue;
    if (sizes.empty())
      evidence = seen(view.port->active_mtu, base::format("{}: active MTU {}", subject(view), *view.port->active_mtu));
    sizes.insert(*view.port->active_mtu);
  }
  if (sizes.empty()) return std::nullopt;
  return Trait{listed(std::vector<unsigned>(sizes.begin(), sizes.end())), std::move(evidence)};
}

std::vector<Finding> rule(const Input& input) {
  return compared(input, {.severity = Severity::warning, .what = "the active MTU of the RDMA ports", .trait = trait});
}

}  // namespace

Check port_mtu_differs_across_pods() {
  return {
      .title = "The RDMA MTU differs between pods",
      .severity = Severity::warning,
      .cause =
          "The active MTU follows from the interface's on RoCE and from the subnet manager's partition on InfiniBand. Ends "
          "that agree on the smaller one work, at a lower rate; one that sends larger frames than the other takes loses them, "
          "and its connections end in retries.",
      .fix =
          "ip link set dev INTERFACE mtu 9000  # on the nodes of the smaller group; in Kubernetes \"mtu\" of the "
          "NetworkAttachmentDefinition",
      .rule = rule};
}

}  // namespace railhead::check
