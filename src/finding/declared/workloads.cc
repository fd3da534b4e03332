#include "finding/declared/workloads.h"

#include <algorithm>

namespace railhead::check {

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
