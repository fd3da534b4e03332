#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

/// Nodes for this kind of job have eight GPUs at most, nearly all of them: a pod that takes so many is alone.
constexpr std::uint64_t kWholeNode = 8;

/// All pods of the object that ask for GPUs or RDMA, where each template says how many it makes.
std::uint64_t pods_of(const facts::ClusterObject& object, const facts::Cluster& cluster) {
  std::uint64_t count = 0;
  for (const facts::PodTemplate& pod : object.pods)
    if (!job_resources(pod, cluster).empty()) count += std::min<std::uint64_t>(pod.replicas.value_or(0), 1U << 20U);
  return count;
}

/// A label that all pods of the job have: that of the controller, else one that the template sets.
std::string own_label(const DeclaredPod& one) {
  const std::string& kind = one.object.kind;
  const std::string name = base::one_line(one.object.name);
  if (kind.ends_with("Job") && one.pod.workload.path.find("ReplicaSpecs") != std::string::npos)
    return "training.kubeflow.org/job-name: " + name;
  if (kind == "Job" && one.pod.workload.role.empty()) return "batch.kubernetes.io/job-name: " + name;
  if (one.pod.workload.labels.empty()) return "app: NAME";
  const facts::Label& first = one.pod.workload.labels.front();
  return base::one_line(first.name + ": " + first.value);
}

std::string fix_for(const DeclaredPod& one) {
  return base::format(
      "# in the spec of the pods, with a label that all of them have:\naffinity:\n  podAntiAffinity:\n    "
      "requiredDuringSchedulingIgnoredDuringExecution:\n    - topologyKey: kubernetes.io/hostname\n      labelSelector:\n"
      "        matchLabels:\n          {}",
      own_label(one));
}

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  if (!pod.whole || !pod.replicas || *pod.replicas == 0 || one.object.kind == "DaemonSet") return std::nullopt;
  const std::vector<facts::ResourceRequest> resources = job_resources(pod, *input.cluster);
  const std::uint64_t pods = pods_of(one.object, *input.cluster);
  if (resources.empty() || pods < 2 || !work_together(one, *input.cluster)) return std::nullopt;
  Evidences evidence = job_evidence(pod, *input.cluster);
  if (pod.workload.spread) {
    evidence.push_back(seen(pod.workload.spread, *pod.workload.spread));
    return ok(one.subject(), "keeps its pods on nodes of their own", evidence);
  }
  if (const std::uint64_t gpus = gpus_of(pod); gpus >= kWholeNode)
    return ok(one.subject(), base::format("takes {}, which is a whole node", base::counted(gpus, "GPU")), evidence);
  evidence.push_back({"no podAntiAffinity, no topologySpreadConstraints", pod.source});
  return violated(Severity::info, one.subject(),
                  base::format("{} of the job, and nothing keeps two of them off one node: where they fit on one they share "
                               "its network cards",
                               base::counted(pods, "pod")),
                  evidence, fix_for(one));
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_workload_no_anti_affinity() {
  return {.title = "Nothing keeps the pods of a job on different nodes",
          .severity = Severity::info,
          .cause =
              "The scheduler fills a node before it takes another, or not, as it is set up. Two ranks on one node have the "
              "bandwidth of its cards together, and the job waits for the slowest. Where each pod takes all GPUs of a node "
              "this cannot happen.",
          .fix =
              "# in the spec of the pods:\naffinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n"
              "    - topologyKey: kubernetes.io/hostname\n      labelSelector:\n        matchLabels: {app: NAME}  # a label of "
              "these pods",
          .rule = rule};
}

}  // namespace railhead::check
