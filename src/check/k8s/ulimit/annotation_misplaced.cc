#include <algorithm>

#include "finding/declared/asked_limits.h"
#include "finding/declared/workloads.h"

// As with networks (k8s.manifest.networks-misplaced): pods get the metadata of their template, and nothing of that around it.
namespace railhead::check {
namespace {

std::string right_place(const DeclaredPod& one) {
  if (one.object.kind == "TrainJob") return "spec.template...metadata.annotations of the pods of its runtime";
  return base::format("{}.metadata.annotations", one.pod.workload.path);
}

bool has(const std::vector<facts::Annotation>& annotations, const std::string& name) {
  return std::ranges::find(annotations, name, &facts::Annotation::name) != annotations.end();
}

/// The pod has it too, or it names a container that is of another template of the object.
bool is_of_others(const facts::Annotation& annotation, const facts::PodTemplate& pod) {
  if (has(pod.annotations, annotation.name)) return true;
  const auto named = nri::named_by(annotation.name);
  if (!named || !*named || (*named)->container.empty() || !pod.whole) return false;
  return std::ranges::find(pod.containers, (*named)->container, &facts::DeclaredContainer::name) == pod.containers.end();
}

/// An object with several templates has it misplaced for those that are to pin memory: not for a launcher.
bool is_meant(const DeclaredPod& one, const facts::Cluster& cluster) {
  const auto asks = [&](const facts::PodTemplate& pod) { return !job_resources(pod, cluster).empty(); };
  return asks(one.pod) || std::ranges::none_of(one.object.pods, asks);
}

std::optional<Finding> judge(const DeclaredPod& one, const facts::Cluster& cluster) {
  if (is_meant(one, cluster))
    for (const facts::Annotation& annotation : one.pod.misplaced_limits) {
      if (!asks_plugins(annotation) || is_of_others(annotation, one.pod)) continue;
      const Evidence evidence = shown(annotation);
      return violated(Severity::error, one.subject(),
                      base::format("{} stands in the metadata of the object, of which its pods get nothing", annotation.name),
                      {evidence}, base::format("# in {}:\n{}", right_place(one), evidence.what));
    }
  if (one.pod.workload.path.empty()) return std::nullopt;
  const auto placed = std::ranges::find_if(one.pod.annotations, asks_plugins);
  if (placed == one.pod.annotations.end()) return std::nullopt;
  return ok(one.subject(), "asks for limits on the pod template", {shown(*placed)});
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(one, *input.cluster); });
}

}  // namespace

Check k8s_ulimit_annotation_misplaced() {
  return {.title = "An annotation that asks for limits stands where no pod gets it",
          .severity = Severity::error,
          .cause =
              "Plugins of the node read the annotations of the pod. A Deployment, a StatefulSet or a job gives its pods the "
              "metadata of its pod template and not its own, and a job with several roles has a template for each.",
          .fix =
              "# in the pod template:\nspec:\n  template:\n    metadata:\n      annotations:\n        "
              "memlock.railhead.dev/pod: unlimited",
          .rule = rule};
}

}  // namespace railhead::check
