#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/read.h"
#include "manifest/job/rules/subnets.h"

namespace railhead::manifest::job {
namespace {

using Conflicts = std::vector<Problem>;

void note(Conflicts& conflicts, std::string message, std::string suggestion = {}) {
  conflicts.push_back({.place = "", .message = std::move(message), .suggestion = std::move(suggestion)});
}

/// Addresses of a rail that pods can have.
std::uint64_t free_addresses(const Rail& rail) {
  const auto subnet = subnet_of(rail.subnet);
  if (!subnet) return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t free = hosts_of(*subnet);
  for (const std::string& part : rail.exclude)
    if (const auto excluded = subnet_of(part)) free -= std::min(free, addresses_of(*excluded));
  return free;
}

void check_fabric(const TrainingJob& job, const ClusterProfile& cluster, Conflicts& conflicts) {
  if (job.mode != Mode::rdma) return;
  if (cluster.rails.empty())
    note(conflicts, "spec.mode: rdma needs rails of the cluster, and it has none",
         "add rails to the cluster, or write mode: tcp");
  for (const Rail& rail : cluster.rails)
    if (const std::uint64_t free = free_addresses(rail); free < job.nodes)
      note(conflicts, base::format("spec.nodes: {} pods, but the subnet {} of rail {} has {} for them", job.nodes, rail.subnet,
                                   rail.network, free == 1 ? "1 address" : base::format("{} addresses", free)));
}

void check_gpus(const TrainingJob& job, const ClusterProfile& cluster, Conflicts& conflicts) {
  if (job.gpus > cluster.gpus_per_node) {
    note(conflicts, base::format("spec.gpus: {} of a pod, but the cluster's nodes have {} (gpusPerNode)", job.gpus,
                                 cluster.gpus_per_node));
    return;
  }
  const std::uint64_t nodes = cluster.node_names.size();
  if (nodes == 0 || cluster.gpus_per_node == 0) return;
  const std::uint64_t a_node =
      cluster.gpus_per_node / std::max<std::uint64_t>(job.gpus == 0 ? cluster.gpus_per_node : job.gpus, 1);
  if (job.nodes > nodes * a_node)
    note(conflicts, base::format("spec.nodes: {} pods, but the {} that the cluster names have GPUs for {}", job.nodes,
                                 nodes == 1 ? "one node" : base::format("{} nodes", nodes), nodes * a_node));
}

std::string_view way_of(MemlockWay way) {
  switch (way) {
    case MemlockWay::ipc_lock: return "ipc-lock";
    case MemlockWay::sys_resource: return "sys-resource";
    case MemlockWay::launcher: return "launcher";
    default: return "";
  }
}

/// Ways that add a capability, which Pod Security lets through at the level privileged alone.
void check_pod_security(const TrainingJob& job, const ClusterProfile& cluster, Conflicts& conflicts) {
  const std::string_view way = way_of(cluster.memlock);
  const bool strict = cluster.pod_security == "baseline" || cluster.pod_security == "restricted";
  if (job.mode != Mode::rdma || !strict || way.empty()) return;
  note(conflicts,
       base::format("spec.mode: rdma with memlock via {} adds a capability, which podSecurity: {} of the cluster refuses", way,
                    cluster.pod_security),
       "podSecurity: privileged lets it through; memlock via nri or none needs no capability");
}

}  // namespace

std::vector<Problem> conflicts(const TrainingJob& job, const ClusterProfile& cluster) {
  Conflicts found;
  if (job.space.empty() && cluster.space.empty())
    note(found, "metadata.namespace: missing, and the cluster has no namespace for jobs either",
         "write namespace: NAME below metadata of the job, or below spec of the cluster");
  if (!job.build.git.empty() && cluster.platform != Platform::openshift)
    note(found, "spec.build: images are built on platform: openshift alone",
         "build it elsewhere, push it, and name it as image");
  check_fabric(job, cluster, found);
  check_gpus(job, cluster, found);
  check_pod_security(job, cluster, found);
  return found;
}

}  // namespace railhead::manifest::job
