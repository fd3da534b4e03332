#include "check/finding.h"
#include "check/gids.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports&, const PortView& view, const Gids& gids) {
  if (gids.v2_ipv6.empty() || !gids.v2_ipv4.empty()) return std::nullopt;
  return ok(subject(view),
            base::format("RoCE v2 over IPv6 at index {}; tell NCCL so: NCCL_IB_ADDR_FAMILY=AF_INET6", listed(gids.v2_ipv6)),
            shown(gids));
}

}  // namespace

Check gid_ipv6_fabric() {
  return {.id = {},
          .title = "RoCE v2 over IPv6",
          .severity = Severity::info,
          .cause =
              "RoCE v2 works over IPv6 as over IPv4, and no IPv4 GID is needed. But NCCL looks for an IPv4 one unless it is "
              "told the "
              "family.",
          .fix = "NCCL_IB_ADDR_FAMILY=AF_INET6 (NCCL 2.21 and later; before, NCCL_IB_GID_INDEX with the index shown).",
          .rule = [](const Input& input) { return each_gid_table(input, judge); },
          .good_state = true};
}

}  // namespace railhead::check
