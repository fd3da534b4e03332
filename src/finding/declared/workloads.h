#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

/// Objects that make pods, as rules about the whole of them go through them.
namespace railhead::check {

/// A pod template with the object it is of.
struct DeclaredPod {
  const facts::ClusterObject& object;
  const facts::PodTemplate& pod;
  std::string subject() const { return base::one_line(pod.owner); }
};

std::vector<DeclaredPod> declared_workloads(const Input& input);

/// What `judge` says of each, in their order. `judge` gives std::optional<Finding>.
template <class Judge>
std::vector<Finding> each_workload(const Input& input, const Judge& judge) {
  return judged_each(declared_workloads(input), judge);
}

/// The resources for GPUs and RDMA that the containers of a pod ask for, those that end before the others start left out: what
/// shows that it is a part of a job that this program is about.
std::vector<facts::ResourceRequest> job_resources(const facts::PodTemplate& pod, const facts::Cluster& cluster);

/// Those for RDMA alone.
std::vector<facts::ResourceRequest> rdma_resources(const facts::PodTemplate& pod, const facts::Cluster& cluster);

/// True where the pods work on one task together: they ask for RDMA, their kind is one for that, or their variables and words
/// are those of a launcher. Pods with GPUs that serve or compute each for itself are not.
bool work_together(const DeclaredPod& one, const facts::Cluster& cluster);

/// GPUs that one pod asks for.
std::uint64_t gpus_of(const facts::PodTemplate& pod);

/// The template of that role; nullptr where the object has none.
const facts::PodTemplate* role_of(const facts::ClusterObject& object, std::string_view role);

/// Evidence that names resources and how many pods ask for them.
Evidences job_evidence(const facts::PodTemplate& pod, const facts::Cluster& cluster);

}  // namespace railhead::check
