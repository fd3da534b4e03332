#include <algorithm>
#include <cerrno>

#include "fabric/port/gids.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/log/search.h"
#include "finding/rdma/ports.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

constexpr nccl::Version kChoosesItself{2, 21};

/// A rank that uses RoCE, or lists it: on InfiniBand the index does not matter.
const facts::LogRank* roce_rank(const facts::LogRun& run) {
  const auto found = std::ranges::find_if(run.ranks, [](const facts::LogRank& rank) {
    return rank.hcas.has() && std::ranges::any_of(*rank.hcas, [](const auto& hca) { return hca.link_layer == "RoCE"; });
  });
  return found == run.ranks.end() ? nullptr : &*found;
}

/// A RoCE port of any of the machines with a routed RoCE v2 GID, which is not at index 0: Linux puts the link-local ones first.
std::optional<Evidence> better_index(const Input& input) {
  for (const facts::Machine& machine : input.machines)
    for (const PortView& view : port_views(machine)) {
      if (!is_roce(view) || !view.port->gids) continue;
      const Gids gids = gids_of(machine, *view.device, *view.port->gids);
      const std::vector<unsigned>& routed = gids.v2_ipv4.empty() ? gids.v2_ipv6 : gids.v2_ipv4;
      if (!routed.empty() && routed.front() > 0)
        return seen(view.port->gids, base::format("{}: RoCE v2 at index {}, not 0", subject(view), listed(routed)));
    }
  return std::nullopt;
}

/// A failure that the wrong GID explains.
const facts::LogEvent* lost_way(const facts::LogRun& run) {
  const auto found = std::ranges::find_if(run.events, [](const facts::LogEvent& event) {
    return is_unreached(event) || is_completion(event, 12) || is_call(event, "ibv_modify_qp", ENODEV);
  });
  return found == run.events.end() ? nullptr : &*found;
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr || !input.log->version.has()) return {};
  const auto version = version_of(input);
  const facts::LogRank* rank = roce_rank(*input.log);
  if (!version || rank == nullptr) return {};
  const Evidence evidence = seen(input.log->version, "NCCL " + *input.log->version);
  if (*version >= kChoosesItself)
    return {ok("log", base::format("NCCL {}.{} chooses the GID index of each device itself", version->major, version->minor),
               {evidence})};
  if (setting(input.machine, "NCCL_IB_GID_INDEX") != nullptr) return {};
  Evidences all{evidence, seen(rank->hcas, "RoCE devices")};
  const auto index = better_index(input);
  if (index) all.push_back(*index);
  const facts::LogEvent* failure = lost_way(*input.log);
  if (failure != nullptr) all.push_back({failure->text, failure->source});
  return {violated(index || failure != nullptr ? Severity::warning : Severity::info, "log",
                   base::format("NCCL {}.{} takes GID index 0 on RoCE unless NCCL_IB_GID_INDEX says another, and these texts "
                                "do not set it; NCCL chooses from 2.21 on",
                                version->major, version->minor),
                   std::move(all))};
}

}  // namespace

Check nccl_version_no_dynamic_gid() {
  return {
      .title = "This NCCL does not choose the GID index",
      .severity = Severity::warning,
      .cause =
          "Before 2.21 the default of NCCL_IB_GID_INDEX is 0, on RoCE mostly the link-local GID of RoCE v1, which no router "
          "forwards, or in a pod with a shared adapter an entry of somebody else.",
      .fix = "pip install 'nvidia-nccl-cu12>=2.26'  # or set NCCL_IB_GID_INDEX on each host: railhead env names it",
      .rule = rule};
}

}  // namespace railhead::check
