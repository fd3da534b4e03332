#include <algorithm>

#include "finding/finding.h"
#include "finding/rdma/gid_rules.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// The version of a GID need not be known to see that its address is self-assigned.
std::vector<unsigned> untyped_autoconf(const Gids& gids) {
  std::vector<unsigned> found;
  for (const facts::GidEntry* entry : gids.here)
    if (!entry->type.has() && facts::is_autoconf(*entry->gid)) found.push_back(entry->index);
  return found;
}

/// Of a few slots that were pasted: they are what somebody looked at, and what else there is is not known.
std::optional<Finding> judge_part(const PortView& view, const Gids& gids) {
  std::vector<unsigned> found = gids.v2_autoconf;
  std::ranges::copy(untyped_autoconf(gids), std::back_inserter(found));
  if (found.empty()) return std::nullopt;
  const bool beside = std::ranges::any_of(
      gids.here, [](const facts::GidEntry* entry) { return facts::is_ipv4(*entry->gid) && !facts::is_autoconf(*entry->gid); });
  return violated(beside ? Severity::info : Severity::warning, subject(view),
                  base::format("GID index {} is of a self-assigned address (169.254.x.x){}", listed(found),
                               beside ? ", beside a configured one" : ""),
                  shown(gids, 8));
}

std::optional<Finding> judge(const Ports&, const PortView& view, const Gids& gids) {
  if (gids.here.empty()) return std::nullopt;
  if (!view.port->gids->whole) return judge_part(view, gids);
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
