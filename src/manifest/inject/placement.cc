#include <array>

#include "base/format.h"
#include "base/text.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

struct KindLabel {
  std::string_view kind;
  const char* label;
};

/// Labels that the controllers put on every pod of an object, with its name as the value. Sources: Kubernetes, "Jobs"; Kubeflow
/// training-operator pkg/apis/kubeflow.org/v1/common_types.go; JobSet, LeaderWorkerSet, Volcano and KubeRay: their API
/// references.
constexpr std::array<KindLabel, 11> kLabels = {{{"Job", "job-name"},
                                                {"JobSet", "jobset.sigs.k8s.io/jobset-name"},
                                                {"PyTorchJob", "training.kubeflow.org/job-name"},
                                                {"MPIJob", "training.kubeflow.org/job-name"},
                                                {"TFJob", "training.kubeflow.org/job-name"},
                                                {"XGBoostJob", "training.kubeflow.org/job-name"},
                                                {"PaddleJob", "training.kubeflow.org/job-name"},
                                                {"JAXJob", "training.kubeflow.org/job-name"},
                                                {"LeaderWorkerSet", "leaderworkerset.sigs.k8s.io/name"},
                                                {"RayCluster", "ray.io/cluster"},
                                                {"VolcanoJob", "volcano.sh/job-name"}}};

std::string kind_of(const Value& object) {
  const std::string kind = object["kind"].text().value_or("");
  const bool volcano = kind == "Job" && object["apiVersion"].text().value_or("").starts_with("batch.volcano.sh/");
  return volcano ? "VolcanoJob" : kind;
}

/// Labels by which all pods of the object are found; none where there are none for certain.
std::vector<std::pair<std::string, Tree>> labels_of(const Target& target) {
  const std::string kind = kind_of(target.object);
  const std::string name = target.object["metadata"]["name"].text().value_or("");
  for (const KindLabel& one : kLabels)
    if (one.kind == kind && !name.empty()) return {{one.label, word(name)}};
  std::vector<std::pair<std::string, Tree>> labels;
  for (const auto& [key, value] : target.object["spec"]["selector"]["matchLabels"].members())
    if (key.view() && value.view()) labels.emplace_back(*key.text(), word(*value.text()));
  return labels;
}

base::Result<void> spread(const Target& target) {
  const Value& spec = target.found.spec;
  const Value there =
      spec["affinity"]["podAntiAffinity"] ? spec["affinity"]["podAntiAffinity"] : spec["topologySpreadConstraints"];
  if (there) {
    target.note(Outcome::kept, "pod", "says itself how its pods are spread", there.line());
    return {};
  }
  std::vector<std::pair<std::string, Tree>> labels = labels_of(target);
  if (labels.empty()) return {};
  const auto affinity = target.draft.collection(spec, "affinity", NodeKind::mapping);
  if (!affinity) return std::unexpected(affinity.error());
  // Preferred: nothing that was scheduled before is refused now.
  const Tree term = mapping({{"labelSelector", mapping({{"matchLabels", mapping(std::move(labels))}})},
                             {"topologyKey", word("kubernetes.io/hostname")}});
  const auto done = target.draft.set(*affinity, "podAntiAffinity",
                                     mapping({{"preferredDuringSchedulingIgnoredDuringExecution",
                                               sequence({mapping({{"weight", number(100)}, {"podAffinityTerm", term}})})}}));
  if (!done) return std::unexpected(done.error());
  target.note(Outcome::added, "pod", "a preference for a node of its own for each pod");
  return {};
}

/// The pods of a job wait for each other: started one by one, each until it is ready, they wait for ever.
base::Result<void> start_together(const Target& target) {
  if (kind_of(target.object) != "StatefulSet") return {};
  const Value spec = target.object["spec"];
  if (const Value there = spec["podManagementPolicy"]; there.view()) {
    if (there.view() == "OrderedReady")
      target.note(Outcome::kept, "StatefulSet", "podManagementPolicy: OrderedReady starts the pods one by one", there.line());
    return {};
  }
  const auto done = target.draft.set(spec, "podManagementPolicy", word("Parallel"));
  if (!done) return std::unexpected(done.error());
  target.note(Outcome::added, "StatefulSet", "podManagementPolicy: Parallel");
  return {};
}

/// A name for each pod needs a headless service by the name of the subdomain.
base::Result<void> name_pods(const Target& target) {
  const std::string kind = kind_of(target.object);
  if (kind != "Job" || target.object["spec"]["completionMode"].view() != "Indexed") return {};
  if (const Value there = target.found.spec["subdomain"]; there.view()) return {};
  const HeadlessService* service = nullptr;
  for (const HeadlessService& one : target.wishes.services)
    if (one.space == target.space && one.name == target.object["metadata"]["name"].text().value_or("")) service = &one;
  if (service == nullptr) return {};
  const auto done = target.draft.set(target.found.spec, "subdomain", word(service->name));
  if (!done) return std::unexpected(done.error());
  target.note(Outcome::added, "pod", base::format("subdomain {}: the headless service of the same name", service->name));
  return {};
}

}  // namespace

base::Result<void> add_placement(const Target& target) {
  if (!target.wishes.placement || !target.multi_node || !target.found.spec["containers"]) return {};
  for (const Step step : {spread, start_together, name_pods})
    if (auto done = step(target); !done) return done;
  return {};
}

}  // namespace railhead::manifest
