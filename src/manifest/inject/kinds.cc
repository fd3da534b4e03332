#include "manifest/inject/kinds.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::manifest {
namespace {

struct KindPath {
  std::string_view kind;
  std::string_view group;  // of its apiVersion, where two kinds share a name
  std::string_view path;
};

constexpr std::array<KindPath, 29> kPaths = {{
    {"Pod", "", ""},
    {"PodTemplate", "", "template"},
    {"Deployment", "", "spec.template"},
    {"ReplicaSet", "", "spec.template"},
    {"ReplicationController", "", "spec.template"},
    {"StatefulSet", "", "spec.template"},
    {"DaemonSet", "", "spec.template"},
    {"Job", "batch", "spec.template"},
    {"Job", "batch.volcano.sh", "spec.tasks[].template"},
    {"CronJob", "batch", "spec.jobTemplate.spec.template"},
    {"CronJob", "batch.volcano.sh", "spec.jobTemplate.spec.tasks[].template"},
    {"JobTemplate", "flow.volcano.sh", "spec.tasks[].template"},
    {"JobSet", "", "spec.replicatedJobs[].template.spec.template"},
    {"PyTorchJob", "", "spec.pytorchReplicaSpecs.*.template"},
    {"TFJob", "", "spec.tfReplicaSpecs.*.template"},
    {"MPIJob", "", "spec.mpiReplicaSpecs.*.template"},
    {"XGBoostJob", "", "spec.xgbReplicaSpecs.*.template"},
    {"PaddleJob", "", "spec.paddleReplicaSpecs.*.template"},
    {"JAXJob", "", "spec.jaxReplicaSpecs.*.template"},
    {"TrainingRuntime", "", "spec.template.spec.replicatedJobs[].template.spec.template"},
    {"ClusterTrainingRuntime", "", "spec.template.spec.replicatedJobs[].template.spec.template"},
    {"LeaderWorkerSet", "", "spec.leaderWorkerTemplate.*Template"},
    {"RayCluster", "", "spec.headGroupSpec.template"},
    {"RayCluster", "", "spec.workerGroupSpecs[].template"},
    {"RayJob", "", "spec.rayClusterSpec.headGroupSpec.template"},
    {"RayJob", "", "spec.rayClusterSpec.workerGroupSpecs[].template"},
    {"RayService", "", "spec.rayClusterConfig.headGroupSpec.template"},
    {"RayService", "", "spec.rayClusterConfig.workerGroupSpecs[].template"},
    {"Rollout", "argoproj.io", "spec.template"},
}};

bool is_of(const Value& object, const KindPath& known) {
  if (object["kind"].view() != known.kind) return false;
  const std::string_view version = object["apiVersion"].view().value_or("");
  return known.group.empty() || version.substr(0, version.find('/')) == known.group;
}

bool matches_step(std::string_view step, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return step == pattern;
  const std::string_view before = pattern.substr(0, star);
  const std::string_view behind = pattern.substr(star + 1);
  return step.size() >= before.size() + behind.size() && step.starts_with(before) && step.ends_with(behind);
}

}  // namespace

bool matches_path(std::string_view path, std::string_view pattern) {
  const std::vector<std::string_view> steps = base::split(path, '.');
  const std::vector<std::string_view> patterns = base::split(pattern, '.');
  return std::ranges::equal(steps, patterns, matches_step);
}

bool is_known_kind(const Value& object) {
  return std::ranges::any_of(kPaths, [&](const KindPath& known) { return is_of(object, known); });
}

bool is_known_path(const Value& object, std::string_view path) {
  return std::ranges::any_of(kPaths,
                             [&](const KindPath& known) { return is_of(object, known) && matches_path(path, known.path); });
}

}  // namespace railhead::manifest
