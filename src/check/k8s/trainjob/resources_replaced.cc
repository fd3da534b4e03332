#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

// Kubeflow trainer, pkg/runtime/framework/plugins/jobset/builder.go: limits or requests of resourcesPerNode become the
// resources of the container "node" as a whole.
namespace railhead::check {
namespace {

const facts::ClusterObject* runtime_named(const facts::Cluster& cluster, const std::string& name) {
  const auto found = std::ranges::find_if(cluster.objects, [&](const facts::ClusterObject& object) {
    return (object.kind == "ClusterTrainingRuntime" || object.kind == "TrainingRuntime") && object.name == name;
  });
  return found == cluster.objects.end() ? nullptr : &*found;
}

/// What the runtime asks for RDMA in the container of the training.
std::vector<facts::ResourceRequest> asked_by(const facts::ClusterObject& runtime, const facts::Cluster& cluster) {
  for (const facts::PodTemplate& pod : runtime.pods)
    for (const facts::DeclaredContainer& container : pod.containers)
      if (container.name == "node" && !container.init) return rdma_asked(container, cluster);
  return {};
}

bool asks_for(const facts::DeclaredContainer& trainer, const facts::ResourceRequest& wanted) {
  return std::ranges::find(trainer.resources, wanted.name, &facts::ResourceRequest::name) != trainer.resources.end();
}

Finding lost(const std::string& subject, const facts::DeclaredContainer& trainer, const std::string& runtime,
             const std::vector<facts::ResourceRequest>& gone) {
  Evidences evidence;
  for (const facts::ResourceRequest& one : gone)
    evidence.push_back({base::format("runtime {} asks for {}", runtime, base::one_line(one.name)), one.source});
  evidence.push_back({base::format("resourcesPerNode: {}", resource_names(trainer.resources)), trainer.resources[0].source});
  std::string fix = "resourcesPerNode:\n  limits:";
  for (const facts::ResourceRequest& one : gone)
    fix += base::format("\n    {}: {}", base::one_line(one.name), one.amount.value_or(1));
  return violated(
      Severity::error, subject,
      base::format("its resourcesPerNode takes the place of the resources of runtime {} and leaves out {}: the ranks "
                   "get no RDMA device",
                   runtime, resource_names(gone)),
      evidence, fix + "\n    # and all else that the ranks need: nothing of the runtime's resources is kept");
}

std::optional<Finding> judge_trainer(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  if (one.object.kind != "TrainJob" || pod.workload.role != "trainer" || pod.containers.empty()) return std::nullopt;
  const facts::DeclaredContainer& trainer = pod.containers[0];
  if (!pod.workload.runtime || trainer.resources.empty()) return std::nullopt;
  const std::string runtime = base::one_line(*pod.workload.runtime);
  const std::string subject = base::one_line("TrainJob/" + one.object.name);
  const facts::ClusterObject* object = runtime_named(*input.cluster, *pod.workload.runtime);
  const bool rdma = !rdma_asked(trainer, *input.cluster).empty();
  if (object == nullptr) {
    if (rdma || gpus_asked(trainer) == 0) return std::nullopt;
    return unknown(
        subject,
        base::format("its resourcesPerNode takes the place of the resources of runtime {}, which is not in these texts",
                     runtime),
        {seen(pod.workload.runtime, "runtimeRef: " + runtime), {"resourcesPerNode", trainer.resources[0].source}});
  }
  std::vector<facts::ResourceRequest> gone = asked_by(*object, *input.cluster);
  if (gone.empty()) return std::nullopt;
  std::erase_if(gone, [&](const facts::ResourceRequest& wanted) { return asks_for(trainer, wanted); });
  if (!gone.empty() && !rdma) return lost(subject, trainer, runtime, gone);
  return ok(subject, "its resourcesPerNode asks for RDMA devices as the runtime does", resource_evidence(trainer.resources));
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge_trainer(input, one); });
}

}  // namespace

Check k8s_trainjob_resources_replaced() {
  return {.title = "A TrainJob replaces the resources of its runtime and loses the RDMA device",
          .severity = Severity::error,
          .cause =
              "resourcesPerNode is not merged with the resources that the runtime asks for: it takes their place. A job that "
              "names its GPUs there asks for no RDMA device any more, and NCCL uses TCP.",
          .fix =
              "resourcesPerNode:\n  limits:\n    nvidia.com/gpu: 8\n    RDMA_RESOURCE: 1  # as in the runtime: kubectl get "
              "clustertrainingruntime NAME -o yaml",
          .rule = rule};
}

}  // namespace railhead::check
