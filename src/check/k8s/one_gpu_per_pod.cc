#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const facts::PodTemplate& pod) {
  std::uint64_t gpus = 0;
  Evidences evidence;
  bool rdma = false;
  for (const facts::DeclaredContainer& container : pod.containers) {
    if (container.init) continue;
    gpus += gpus_asked(container);
    for (Evidence& each : resource_evidence(asked(container, ResourceClass::gpu))) evidence.push_back(std::move(each));
    rdma = rdma || !rdma_asked(container, *input.cluster).empty();
  }
  if (gpus == 0 || !rdma || !pod.replicas || *pod.replicas < 2) return std::nullopt;
  evidence.push_back(seen(pod.replicas, base::counted(*pod.replicas, "pod")));
  const std::string subject = base::one_line(pod.owner);
  if (gpus > 1) return ok(subject, base::format("{} in each of {} pods", base::counted(gpus, "GPU"), *pod.replicas), evidence);
  return violated(Severity::info, subject,
                  base::format("{} pods with one GPU each: between two of them on one node NCCL uses the network, not NVLink",
                               *pod.replicas),
                  evidence, "Ask for all GPUs of a node in one pod, and for as many fewer pods.");
}

std::vector<Finding> rule(const Input& input) {
  return judged_each(declared_pods(input), [&](const facts::PodTemplate* pod) { return judge(input, *pod); });
}

}  // namespace

Check k8s_one_gpu_per_pod() {
  return {.title = "Each pod has one GPU",
          .severity = Severity::info,
          .cause =
              "NCCL reaches the GPU of another process over NVLink or PCIe only where both see each other's devices. Pods are "
              "apart, so "
              "that what stays on a node goes through the network card as well.",
          .fix = "Ask for all GPUs of a node in one pod.",
          .rule = rule};
}

}  // namespace railhead::check
