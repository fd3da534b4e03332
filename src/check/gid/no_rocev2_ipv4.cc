#include "finding/finding.h"
#include "finding/rdma/gid_rules.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports& ports, const PortView& view, const Gids& gids) {
  if (gids.here.empty()) return std::nullopt;
  if (!gids.v2_ipv4.empty())
    return ok(subject(view), base::format("has a RoCE v2 IPv4 GID at index {}", listed(gids.v2_ipv4)), shown(gids));
  if (!view.port->gids->whole) return std::nullopt;
  if (!gids.v2_ipv6.empty() || !gids.v2_autoconf.empty() || !gids.v2_link_local.empty()) return std::nullopt;
  if (!gids.untyped.empty())
    return unknown(subject(view), base::format("the RoCE version of GID {} is not known", listed(gids.untyped)), shown(gids));
  return violated(weight_of_loss(ports, view), subject(view), "has RoCE v1 GIDs only: NCCL and UCX look for a RoCE v2 one",
                  shown(gids));
}

}  // namespace

Check gid_no_rocev2_ipv4() {
  return {
      .id = {},
      .title = "A RoCE port has no RoCE v2 GID",
      .severity = Severity::error,
      .cause =
          "RoCE v1 frames are plain Ethernet: no router forwards them, and NCCL asks for RoCE v2 unless told otherwise. The "
          "adapter or its driver is set to RoCE v1, or is too old for v2.",
      .fix =
          "export NCCL_IB_ROCE_VERSION_NUM=1  # inside one layer-2 network; beyond it RoCE v2 is needed: mlx4_core roce_mode=2",
      .rule = [](const Input& input) { return each_gid_table(input, judge); }};
}

}  // namespace railhead::check
