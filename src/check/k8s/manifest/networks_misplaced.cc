#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

// Controllers copy the metadata of the template into their pods, and nothing of the metadata around it. So does TrainJob: its
// annotations, those of its spec too, go to the JobSet that it makes.
namespace railhead::check {
namespace {

constexpr const char* kAnnotation = "k8s.v1.cni.cncf.io/networks";

std::string right_place(const DeclaredPod& one) {
  if (one.object.kind == "TrainJob") return "spec.template...metadata.annotations of the pods of its runtime";
  const std::string& path = one.pod.workload.path;
  return (path.empty() ? "" : path + ".") + "metadata.annotations";
}

std::optional<Finding> judge(const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  if (pod.network_annotation) {
    if (pod.workload.path.empty()) return std::nullopt;
    return ok(one.subject(), "has its networks on the pod template",
              {seen(pod.network_annotation, "networks: " + base::one_line(pod.network_annotation->substr(0, 200)))});
  }
  if (!pod.misplaced) return std::nullopt;
  const std::string value = base::one_line(pod.misplaced->substr(0, 200));
  return violated(Severity::error, one.subject(),
                  base::format("{} stands in {}, from where no pod gets it: its pods are on the cluster's network alone",
                               kAnnotation, pod.misplaced_at),
                  {seen(pod.misplaced, base::format("{} has {}: {}", pod.misplaced_at, kAnnotation, value))},
                  base::format("# in {}:\n{}: {}", right_place(one), kAnnotation, base::one_line(*pod.misplaced)));
}

/// An object with several templates has it misplaced for those that are to use the networks: not for a launcher.
bool is_meant(const DeclaredPod& one, const facts::Cluster& cluster) {
  const auto uses = [&](const facts::PodTemplate& pod) { return !job_resources(pod, cluster).empty(); };
  return uses(one.pod) || std::ranges::none_of(one.object.pods, uses);
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) -> std::optional<Finding> {
    if (!is_meant(one, *input.cluster)) return std::nullopt;
    return judge(one);
  });
}

}  // namespace

Check k8s_manifest_networks_misplaced() {
  return {.title = "The networks annotation stands where no pod gets it",
          .severity = Severity::error,
          .cause =
              "Multus reads the annotation of the pod. A Deployment, a StatefulSet or a job gives its pods the metadata of "
              "its pod template and not its own, and a job with several roles has a template for each.",
          .fix =
              "# in the pod template:\nspec:\n  template:\n    metadata:\n      annotations:\n        "
              "k8s.v1.cni.cncf.io/networks: NETWORK",
          .rule = rule};
}

}  // namespace railhead::check
