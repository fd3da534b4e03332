#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "fabric/port/gids.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"
#include "nccl/installed/version.h"

namespace railhead::check {
namespace {

/// From 2.21 on NCCL chooses the index itself, for each device.
constexpr nccl::Version kChoosesItself{2, 21};

struct Indexes {
  const PortView* view = nullptr;
  std::vector<unsigned> v2_ipv4;
};

/// The ports a job would use, each with the indexes that would do for it.
std::vector<Indexes> indexes_of(const Ports& ports) {
  std::vector<Indexes> all;
  for (const PortView& view : ports.views) {
    if (view.foreign || view.usable == facts::Usable::no || !is_roce(view) || !is_active(*view.port) || !view.port->gids.has())
      continue;
    Gids gids = gids_of(ports.machine, *view.device, *view.port->gids);
    if (!gids.v2_ipv4.empty()) all.push_back({&view, std::move(gids.v2_ipv4)});
  }
  return all;
}

std::vector<unsigned> common(const std::vector<Indexes>& all) {
  std::vector<unsigned> shared = all.front().v2_ipv4;
  for (const Indexes& each : all) {
    std::vector<unsigned> both;
    std::ranges::set_intersection(shared, each.v2_ipv4, std::back_inserter(both));
    shared = std::move(both);
  }
  return shared;
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  const std::vector<Indexes> all = indexes_of(ports);
  if (all.size() < 2) return {};
  Evidences evidence;
  std::vector<std::string> names;
  for (const Indexes& each : all) {
    names.push_back(base::format("{}: {}", subject(*each.view), listed(each.v2_ipv4)));
    evidence.push_back(seen(each.view->port->gids, base::format("RoCE v2 IPv4 at index {}", listed(each.v2_ipv4))));
  }
  if (const std::vector<unsigned> shared = common(all); !shared.empty())
    return {ok("machine",
               base::format("GID index {} is RoCE v2 IPv4 on all {}", listed(shared), base::counted(all.size(), "port")),
               std::move(evidence))};
  const std::optional<nccl::Version> nccl = nccl::oldest_version(input.machine.software);
  return {
      violated(nccl && *nccl >= kChoosesItself ? Severity::info : Severity::warning, "machine",
               "no GID index is right for all ports (" + base::joined(names, "; ") + "): a fixed NCCL_IB_GID_INDEX cannot work",
               std::move(evidence))};
}

}  // namespace

Check gid_index_differs_across_hcas() {
  return {.id = {},
          .title = "The RoCE v2 GID index differs between ports",
          .severity = Severity::warning,
          .cause =
              "NCCL_IB_GID_INDEX is one number for all devices of a process. Here each adapter's table was filled in another "
              "order, so that any one number is wrong for some of them.",
          .fix = "unset NCCL_IB_GID_INDEX  # NCCL 2.21 and later choose per device, 2.26 and later where tables have gaps",
          .rule = find};
}

}  // namespace railhead::check
