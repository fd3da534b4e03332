#include "finding/declared/workloads.h"

#include <algorithm>
#include <array>

namespace railhead::check {
namespace {

constexpr std::array<std::string_view, 3> kKinds = {"PyTorchJob", "MPIJob", "LeaderWorkerSet"};

/// Of what starts the ranks of a job, or tells them of each other.
constexpr std::array<std::string_view, 11> kWords = {"torchrun",  "torch.distributed", "mpirun",     "mpiexec",
                                                     "deepspeed", "accelerate launch", "ray start",  "railhead exec",
                                                     "--nnodes",  "--node-rank",       "MASTER_ADDR"};

bool is_of_a_job(const facts::Variable& variable) {
  const std::string_view name = variable.name;
  if (name == "NCCL_DEBUG") return false;  // set everywhere
  return name.starts_with("NCCL_IB_") || name == "NCCL_SOCKET_IFNAME" || name == "MASTER_ADDR" || name == "WORLD_SIZE" ||
         name.starts_with("PET_") || name.starts_with("UCX_") || name.starts_with("OMPI_");
}

bool speaks_of_others(const facts::DeclaredContainer& container) {
  if (std::ranges::any_of(container.environment, is_of_a_job)) return true;
  return std::ranges::any_of(container.command, [](const facts::Placed& text) {
    return std::ranges::any_of(kWords, [&](std::string_view word) { return text.text.find(word) != std::string::npos; });
  });
}

}  // namespace

std::vector<DeclaredPod> declared_workloads(const Input& input) {
  std::vector<DeclaredPod> found;
  if (input.cluster == nullptr) return found;
  for (const facts::ClusterObject& object : input.cluster->objects)
    for (const facts::PodTemplate& pod : object.pods) found.push_back({object, pod});
  return found;
}

std::vector<facts::ResourceRequest> rdma_resources(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<facts::ResourceRequest> all;
  for (const facts::DeclaredContainer& container : pod.containers)
    if (!container.init || container.sidecar) std::ranges::move(rdma_asked(container, cluster), std::back_inserter(all));
  return all;
}

std::vector<facts::ResourceRequest> job_resources(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<facts::ResourceRequest> all;
  for (const facts::DeclaredContainer& container : pod.containers)
    if (!container.init || container.sidecar) std::ranges::move(asked(container, ResourceClass::gpu), std::back_inserter(all));
  std::ranges::move(rdma_resources(pod, cluster), std::back_inserter(all));
  return all;
}

bool work_together(const DeclaredPod& one, const facts::Cluster& cluster) {
  if (std::ranges::find(kKinds, one.object.kind) != kKinds.end()) return true;
  return !rdma_resources(one.pod, cluster).empty() || std::ranges::any_of(one.pod.containers, speaks_of_others);
}

std::uint64_t gpus_of(const facts::PodTemplate& pod) {
  std::uint64_t count = 0;
  for (const facts::DeclaredContainer& container : pod.containers)
    if (!container.init || container.sidecar) count += gpus_asked(container);
  return count;
}

const facts::PodTemplate* role_of(const facts::ClusterObject& object, std::string_view role) {
  const auto found =
      std::ranges::find_if(object.pods, [role](const facts::PodTemplate& pod) { return pod.workload.role == role; });
  return found == object.pods.end() ? nullptr : &*found;
}

Evidences job_evidence(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  Evidences evidence = resource_evidence(job_resources(pod, cluster));
  if (pod.replicas) evidence.push_back(seen(pod.replicas, base::counted(*pod.replicas, "pod")));
  return evidence;
}

}  // namespace railhead::check
