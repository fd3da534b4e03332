#include "finding/rdma/ports_apart.h"

#include <algorithm>

#include "base/format.h"
#include "fabric/port/gids.h"
#include "facts/log/run.h"
#include "finding/log/gids.h"
#include "finding/rdma/hca_list.h"

namespace railhead::check {
namespace {

/// A device with the first address of its GIDs that is neither link-local nor self-assigned.
struct Addressed {
  const facts::Device* device = nullptr;
  facts::Gid gid;
  Evidence evidence;
  const facts::LogEvent* failure = nullptr;
};

const facts::LogEvent* failure_on(const facts::LogRun& run, const std::string& device) {
  const auto found = std::ranges::find_if(
      run.events, [&](const facts::LogEvent& event) { return is_unreached(event) && event.call.device == device; });
  return found == run.events.end() ? nullptr : &*found;
}

std::vector<Addressed> addressed(const Input& input, const HcaList& hcas) {
  std::vector<Addressed> found;
  for (const PortView& view : hcas.usable) {
    if (!hcas.selects(view) || !is_roce(view) || !view.port->gids) continue;
    if (view.port->state && !is_active(*view.port)) continue;
    const Gids gids = gids_of(input.machine, *view.device, *view.port->gids);
    const auto entry = std::ranges::find_if(
        gids.here, [](const facts::GidEntry* each) { return facts::is_ipv4(*each->gid) && !facts::is_autoconf(*each->gid); });
    if (entry == gids.here.end()) continue;
    const facts::Gid& gid = *(*entry)->gid;
    found.push_back(
        {view.device,
         gid,
         {base::format("{}: {} at GID index {}", view.device->name, facts::text(gid), (*entry)->index), (*entry)->gid.source()},
         failure_on(*input.log, view.device->name)});
  }
  return found;
}

bool same_16(const facts::Gid& one, const facts::Gid& other) {
  return facts::ipv4_of(one) >> 16U == facts::ipv4_of(other) >> 16U;
}

}  // namespace

std::vector<Apart> ports_apart(const Input& input) {
  const auto hcas = hca_list(input);
  if (!hcas || input.log == nullptr || hcas->list.exclude) return {};
  const std::vector<Addressed> all = addressed(input, *hcas);
  std::vector<const Addressed*> rest;
  for (const Addressed& each : all)
    if (each.failure == nullptr) rest.push_back(&each);
  if (rest.empty() || rest.size() == all.size()) return {};
  const auto is_with_first = [&](const Addressed* each) { return same_16(each->gid, rest.front()->gid); };
  if (!std::ranges::all_of(rest, is_with_first)) return {};
  std::vector<Apart> found;
  for (const Addressed& each : all) {
    if (each.failure == nullptr) continue;
    if (is_with_first(&each)) return {};  // the network of the others fails too: the fault is another one
    Apart apart{.device = each.device->name,
                .address = facts::text(each.gid),
                .cluster = {},
                .cluster_address = facts::text(rest.front()->gid),
                .event = each.failure,
                .evidence = {each.evidence, rest.front()->evidence}};
    for (const Addressed* other : rest) apart.cluster.push_back(other->device->name);
    found.push_back(std::move(apart));
  }
  return found;
}

}  // namespace railhead::check
