#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "fabric/port/gids.h"
#include "nccl/draft.h"

// NCCL up to 2.20 uses GID index 0 (RoCE v1, link-local) unless NCCL_IB_GID_INDEX says another, one for all devices of the
// rank. Since 2.21 it searches each port's table. Up to 2.25 that search fails as a whole on a table with an entry whose type
// cannot be read, as a pod sees those of other network namespaces. Source: ncclIbGetGidIndex() and ncclIbRoceGetVersionNum() in
// src/transport/net_ib of those releases.

namespace railhead::nccl {
namespace {

constexpr const char* kName = "NCCL_IB_GID_INDEX";
constexpr Version kSearches{2, 21};
constexpr Version kSkipsUnreadable{2, 26};

/// The indexes that are right for a port, best kind first.
std::vector<unsigned> right_for(const Place& place, const fabric::PortView& view) {
  if (!view.port->gids.has()) return {};
  const fabric::Gids gids = fabric::gids_of(place.machine, *view.device, *view.port->gids);
  return gids.v2_ipv4.empty() ? gids.v2_ipv6 : gids.v2_ipv4;
}

std::optional<unsigned> right_for_all(const Place& place) {
  std::optional<std::set<unsigned>> common;
  for (const fabric::PortView& view : place.choice.ports) {
    const std::vector<unsigned> own = right_for(place, view);
    if (!common) {
      common.emplace(own.begin(), own.end());
      continue;
    }
    std::erase_if(*common, [&](unsigned index) { return std::ranges::find(own, index) == own.end(); });
  }
  return common && !common->empty() ? std::optional(*common->begin()) : std::nullopt;
}

bool any_unreadable(const Place& place) {
  const auto is_unreadable = [](const facts::GidEntry& entry) {
    return !entry.type.has() && entry.type.missing().why == facts::Why::unavailable;
  };
  return std::ranges::any_of(place.choice.ports, [&](const fabric::PortView& view) {
    return view.port->gids.has() && std::ranges::any_of(view.port->gids->entries, is_unreadable);
  });
}

/// "mlx5_6:1 has 4, mlx5_7:1 has 6"
std::string listing(const Place& place) {
  std::vector<std::string> parts;
  for (const fabric::PortView& view : place.choice.ports) {
    const std::vector<unsigned> own = right_for(place, view);
    parts.push_back(hca_name(view) + (own.empty() ? " has none" : " has " + base::listed(own)));
  }
  return base::joined(parts, ", ");
}

std::vector<facts::Evidence> evidence_of(const Place& place) {
  std::vector<facts::Evidence> evidence;
  for (const fabric::PortView& view : place.choice.ports)
    if (view.port->gids.has())
      evidence.push_back(seen(
          view.port->gids, hca_name(view) + ": index " + [&] {
            const std::vector<unsigned> own = right_for(place, view);
            return own.empty() ? std::string("none") : base::listed(own);
          }()));
  constexpr std::size_t kShown = 4;
  if (evidence.size() > kShown) evidence.resize(kShown);
  return evidence;
}

/// Why this NCCL needs the index; empty when it finds it by itself.
std::string need(const Place& place) {
  if (*place.nccl < kSearches)
    return base::format("NCCL {} does not search the GID table (2.21 and later do)", text(*place.nccl));
  if (*place.nccl < kSkipsUnreadable && any_unreadable(place))
    return base::format("NCCL {} gives up on GID tables with entries of other network namespaces (2.26 and later skip them)",
                        text(*place.nccl));
  return "";
}

std::string unknown_version(const Place& place) {
  const std::optional<unsigned> index = right_for_all(place);
  const std::string now = index ? base::format("set it to {} for one that is older", *index)
                                : "no single value is right for one that is older (" + listing(place) + ")";
  return base::format("the version of {} is not known; 2.21 and later find the GID themselves; {}",
                      place.rccl ? "NCCL that RCCL follows" : "NCCL", now);
}

}  // namespace

void add_gid_index(const Place& place, Draft& draft) {
  if (place.left_to_plugin()) return draft.withhold(kName, place.why);
  if (place.transport != Transport::roce) return;  // InfiniBand and TCP have no use for it
  if (!place.nccl) return draft.withhold(kName, unknown_version(place), evidence_of(place));
  const std::string why = need(place);
  if (why.empty())
    return draft.withhold(
        kName, base::format("NCCL {} finds the GID of each port itself, and indexes differ between pods", text(*place.nccl)));
  if (const std::optional<unsigned> index = right_for_all(place))
    return draft.set(kName, std::to_string(*index), why + "; this index is right for every port taken", evidence_of(place));
  if (draft.is_users(kName)) return draft.withhold(kName, "no single index is right for every port: " + listing(place));
  draft.fail({.code = base::Code::unavailable,
              .message = base::format("NCCL {} needs one GID index for all ports, and no single one is right: {}",
                                      text(*place.nccl), listing(place)),
              .cause = why,
              .suggestion = "Use a newer NCCL, or name the ports of one index by NCCL_IB_HCA before."});
}

}  // namespace railhead::nccl
