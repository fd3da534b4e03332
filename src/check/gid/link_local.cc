#include "finding/finding.h"
#include "finding/gid_rules.h"
#include "finding/ports.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports& ports, const PortView& view, const Gids& gids) {
  if (gids.here.empty()) return std::nullopt;
  if (!gids.v2_ipv4.empty() || !gids.v2_ipv6.empty()) return ok(subject(view), "has a routable RoCE v2 GID", shown(gids));
  if (gids.v2_link_local.empty() || !gids.v2_autoconf.empty() || !view.port->gids->whole) return std::nullopt;
  if (!gids.untyped.empty())
    return unknown(subject(view), base::format("the RoCE version of GID {} is not known", listed(gids.untyped)), shown(gids));
  return violated(
      weight_of_loss(ports, view), subject(view),
      base::format("has only link-local RoCE v2 GIDs (index {}): its interface has no address that other nodes can reach",
                   listed(gids.v2_link_local)),
      shown(gids));
}

}  // namespace

Check gid_link_local() {
  return {.id = {},
          .title = "A RoCE port has link-local GIDs only",
          .severity = Severity::error,
          .cause =
              "Every RoCE port has a GID made from its MAC address (fe80::...), which is valid on one cable or switch domain "
              "only. The routable GID appears when the port's network interface gets an IP address, and none was given.",
          .fix =
              "ip addr add ADDRESS/PREFIX dev INTERFACE  # in Kubernetes: an ipam section in the network attachment; or leave "
              "the port out: export NCCL_IB_HCA=^=DEVICE:PORT",
          .rule = [](const Input& input) { return each_gid_table(input, judge); }};
}

}  // namespace railhead::check
