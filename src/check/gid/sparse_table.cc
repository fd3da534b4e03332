#include <algorithm>

#include "base/text.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/rdma/gid_rules.h"
#include "finding/rdma/ports.h"
#include "nccl/installed/version.h"

namespace railhead::check {
namespace {

/// NCCL skips entries that cannot be read from 2.26 on.
constexpr nccl::Version kSkipsHoles{2, 26};

/// How many slots before the last entry of this network namespace are not its own.
std::size_t holes(const Gids& gids) {
  const std::size_t slots = std::size_t{gids.here.back()->index} + 1;
  return slots > gids.here.size() ? slots - gids.here.size() : 0;
}

/// Free slots between entries are left over by addresses that went; only a table that begins later, or refuses to be read, is
/// shared.
Severity weight(const Ports& ports, const PortView& view, const Gids& gids) {
  const bool refused =
      std::ranges::any_of(view.port->gids->entries, [](const facts::GidEntry& entry) { return !entry.gid.has(); });
  if (gids.here.front()->index == 0 && !refused) return Severity::info;
  const std::optional<nccl::Version> nccl = nccl::oldest_version(ports.machine.software);
  return nccl && *nccl >= kSkipsHoles ? Severity::info : Severity::warning;
}

std::string message_of(const Gids& gids) {
  const std::string mine =
      gids.v2_ipv4.empty() ? "" : base::format("; the RoCE v2 IPv4 entry is index {}", listed(gids.v2_ipv4));
  if (const unsigned first = gids.here.front()->index; first > 0)
    return base::format("its first GID here is index {}: the adapter is shared with other network namespaces{}", first, mine);
  return base::format("{} between its GIDs hold nothing of this network namespace{}", base::counted(holes(gids), "slot"), mine);
}

std::optional<Finding> judge(const Ports& ports, const PortView& view, const Gids& gids) {
  if (gids.here.empty() || !view.port->gids->whole) return std::nullopt;
  if (holes(gids) == 0)
    return ok(subject(view), base::format("has its GIDs at index 0 to {} without a gap", gids.here.back()->index), shown(gids));
  return violated(weight(ports, view, gids), subject(view), message_of(gids), shown(gids));
}

/// Only a slot of another network namespace, or an empty one, is refused with EINVAL.
bool is_hole(const facts::LogEvent& event) {
  return event.fault == facts::LogFault::gid_unreadable && event.text.find("Invalid argument") != std::string::npos;
}

std::vector<Finding> rule(const Input& input) {
  return joined(each_gid_table(input, judge),
                search(input, {.what = "GID that could not be read",
                               .is = is_hole,
                               .message = [](const facts::LogEvent&) -> std::string {
                                 return "reading the RoCE version of a GID was refused (EINVAL): the table has slots that are "
                                        "empty or of other network namespaces, and the search for an index ended there";
                               },
                               .fix = "export NCCL_IB_GID_INDEX=INDEX  # this pod's RoCE v2 IPv4 entry in show_gids; or NCCL "
                                      "2.26 and later, which skip such slots"}));
}

}  // namespace

Check gid_sparse_table() {
  return {.id = {},
          .title = "The GID table of a RoCE port has gaps",
          .severity = Severity::warning,
          .cause =
              "The GID table is the adapter's, and each network namespace sees only its own entries in it. Where the usual "
              "indexes belong to others, a fixed NCCL_IB_GID_INDEX=3 is wrong, and NCCL before 2.26 gives up at the first "
              "entry it cannot read.",
          .fix = "export NCCL_IB_GID_INDEX=INDEX  # this pod's own, as shown; NCCL 2.26 and later find it themselves",
          .rule = rule};
}

}  // namespace railhead::check
