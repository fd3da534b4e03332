#include "manifest/admission/way_out/common.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/format.h"

namespace railhead::manifest::admission {
namespace {

/// A pod with nothing but what holds for all of it.
Pod as_a_whole(const Pod& pod) {
  return {.host_network = pod.host_network,
          .host_pid = pod.host_pid,
          .host_ipc = pod.host_ipc,
          .host_users = pod.host_users,
          .share_process_namespace = pod.share_process_namespace,
          .os = pod.os,
          .security = pod.security};
}

/// Moves a list behind another. The API wants names that are there once.
template <class Named>
void add(std::vector<Named>& all, std::vector<Named> more) {
  for (Named& one : more) one.name = base::format("{}-{}", one.name, all.size());
  std::ranges::move(more, std::back_inserter(all));
}

}  // namespace

std::expected<scc::Constraint, NoConstraint> smallest_common(const std::vector<Pod>& pods, const scc::Ranges& ranges,
                                                             std::string name) {
  Pod all = pods.front();
  for (std::size_t i = 1; i < pods.size(); ++i) {
    if (as_a_whole(pods[i]) != as_a_whole(all))
      return std::unexpected(NoConstraint{.why = "The pods differ in what they ask for as a whole (spec.securityContext, "
                                                 "hostNetwork and the like): give them service accounts of their own."});
    add(all.init_containers, pods[i].init_containers);
    add(all.containers, pods[i].containers);
    add(all.ephemeral_containers, pods[i].ephemeral_containers);
    add(all.volumes, pods[i].volumes);
  }
  return smallest(all, ranges, std::move(name));
}

}  // namespace railhead::manifest::admission
