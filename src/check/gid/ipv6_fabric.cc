#include "finding/finding.h"
#include "finding/rdma/gid_rules.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports&, const PortView& view, const Gids& gids) {
  if (gids.v2_ipv6.empty() || !gids.v2_ipv4.empty() || !view.port->gids->whole) return std::nullopt;
  return ok(subject(view),
            base::format("has a routable RoCE v2 IPv6 GID at index {}; NCCL needs NCCL_IB_ADDR_FAMILY=AF_INET6",
                         listed(gids.v2_ipv6)),
            shown(gids));
}

}  // namespace

Check gid_ipv6_fabric() {
  return {.id = {},
          .title = "A RoCE port has a routable IPv6 GID and needs no IPv4 one",
          .severity = Severity::info,
          .cause =
              "RoCE v2 works over IPv6 as over IPv4, and no IPv4 GID is needed. But NCCL looks for an IPv4 one unless it is "
              "told the family.",
          .fix = "export NCCL_IB_ADDR_FAMILY=AF_INET6  # NCCL 2.21 and later; before, NCCL_IB_GID_INDEX with the index shown",
          .rule = [](const Input& input) { return each_gid_table(input, judge); },
          .good_state = true};
}

}  // namespace railhead::check
