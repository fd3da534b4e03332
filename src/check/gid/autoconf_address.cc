#include "finding/finding.h"
#include "finding/gid_rules.h"
#include "finding/ports.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports&, const PortView& view, const Gids& gids) {
  if (gids.here.empty()) return std::nullopt;
  if (gids.v2_autoconf.empty()) return ok(subject(view), "none of its addresses is self-assigned (169.254.x.x)", shown(gids));
  const bool alone = gids.v2_ipv4.empty() && gids.v2_ipv6.empty();
  const bool first = !alone && !gids.v2_ipv4.empty() && gids.v2_autoconf.front() < gids.v2_ipv4.front();
  const char* what = alone   ? "its only address is self-assigned (169.254.x.x)"
                     : first ? "a self-assigned address (169.254.x.x) comes before the configured one"
                             : "has a self-assigned address (169.254.x.x) beside the configured one";
  return violated(alone || first ? Severity::warning : Severity::info, subject(view),
                  base::format("{}: GID index {}", what, listed(gids.v2_autoconf)), shown(gids, 8));
}

}  // namespace

Check gid_autoconf_address() {
  return {.id = {},
          .title = "A RoCE port has a self-assigned address",
          .severity = Severity::warning,
          .cause =
              "169.254.0.0/16 is what an interface gives itself when DHCP did not answer. Such an address reaches nothing "
              "beyond the same switch domain, and NCCL cannot tell it from a configured one.",
          .fix =
              "nmcli connection modify NAME ipv4.method manual ipv4.addresses ADDRESS/PREFIX  # or leave the port out: export "
              "NCCL_IB_HCA=^=DEVICE:PORT",
          .rule = [](const Input& input) { return each_gid_table(input, judge); }};
}

}  // namespace railhead::check
