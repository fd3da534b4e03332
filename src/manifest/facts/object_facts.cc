#include "manifest/facts/object_facts.h"

#include <algorithm>

#include "base/text.h"
#include "manifest/facts/cluster/service_facts.h"
#include "manifest/facts/compose_facts.h"
#include "manifest/facts/container/amounts.h"
#include "manifest/facts/container/script.h"
#include "manifest/facts/container_facts.h"
#include "manifest/facts/network_facts.h"
#include "manifest/facts/pod_facts.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostObjects = 4096;

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

/// TrainJob of Kubeflow names no containers: what it says of the trainer goes over those of its runtime, which stands
/// elsewhere.
std::optional<facts::PodTemplate> trainer_of(const Value& object, const std::string& owner, const Origin& origin) {
  const Value trainer = object["spec"]["trainer"];
  if (!trainer.is(NodeKind::mapping)) return std::nullopt;
  facts::PodTemplate pod;
  pod.owner = owner;
  pod.source = origin.place(trainer);
  pod.workload.role = "trainer";
  pod.workload.runtime = told_text(object["spec"]["runtimeRef"]["name"], origin);
  const Value annotations = object["metadata"]["annotations"];
  pod.misplaced = told_text(annotations["k8s.v1.cni.cncf.io/networks"], origin);
  if (pod.misplaced) pod.misplaced_at = "metadata.annotations";
  pod.misplaced_limits = limit_annotations_of(annotations, origin);
  facts::DeclaredContainer container{.name = "trainer", .source = origin.place(trainer)};
  container.image = short_text(trainer["image"]);
  container.resources = resources_of(trainer["resourcesPerNode"], origin);
  add_words(trainer["command"], origin, container.command);
  add_words(trainer["args"], origin, container.command);
  container.limits = amounts_of(trainer["resourcesPerNode"]["limits"], origin);
  container.requests = amounts_of(trainer["resourcesPerNode"]["requests"], origin);
  container.script = script_of(trainer, origin);
  container.environment = variables_of(trainer["env"], origin);
  pod.containers.push_back(std::move(container));
  if (const auto nodes = trainer["numNodes"].integer(); nodes && *nodes >= 0)
    pod.replicas = {static_cast<std::uint64_t>(*nodes), origin.place(trainer["numNodes"])};
  return pod;
}

/// What a TrainJob says of pods goes over those of its runtime.
void is_a_patch(facts::PodTemplate& pod) {
  pod.whole = pod.annotated = false;
  for (facts::DeclaredContainer& container : pod.containers) container.whole = false;
}

/// A container without a pod around it: its own settings at the top, or a list of such.
std::vector<Value> lone_containers(const Value& root) {
  const auto is_one = [](const Value& value) {
    const Value resources = value["resources"];
    return value["securityContext"].is(NodeKind::mapping) || resources["limits"].is(NodeKind::mapping) ||
           resources["requests"].is(NodeKind::mapping);
  };
  if (is_one(root)) return {root};
  std::vector<Value> items = root.items();
  if (items.empty() || !std::ranges::any_of(items, is_one)) return {};
  return items;
}

facts::ClusterObject object_of(const Value& root, const Origin& origin) {
  facts::ClusterObject object{.kind = short_text(root["kind"]), .source = origin.place(root)};
  object.name = short_text(root["metadata"]["name"]);
  if (object.name.empty()) object.name = short_text(root["metadata"]["generateName"]);
  object.space = short_text(root["metadata"]["namespace"]);
  const std::string fallback = object.name.empty() ? "pod template" : object.name;
  const std::string owner = object.kind.empty() ? fallback : object.kind + (object.name.empty() ? "" : "/" + object.name);
  for (const FoundTemplate& found : pod_templates(root))
    object.pods.push_back(pod_of(found, owner, !object.kind.empty(), origin));
  if (object.kind == "TrainJob")
    for (facts::PodTemplate& pod : object.pods) is_a_patch(pod);
  if (object.kind == "TrainJob")
    if (auto pod = trainer_of(root, owner, origin)) object.pods.push_back(std::move(*pod));
  if (object.kind.empty() && object.pods.empty())
    if (const std::vector<Value> lone = lone_containers(root); !lone.empty())
      object.pods.push_back(lone_container(lone, origin));
  for (facts::PodTemplate& pod : object.pods) pod.workload.space = object.space;
  object.network = network_of(object.kind, root, origin);
  object.service = service_of(object.kind, root, origin);
  object.pools = pools_of(object.kind, root, origin);
  if (object.kind == "ConfigMap") object.data = variables_in(root["data"], origin);
  if (object.kind.empty()) object.runs = services_of(root, origin);
  return object;
}

bool says_something(const facts::ClusterObject& object) {
  return !object.kind.empty() || !object.pods.empty() || !object.pools.empty() || !object.runs.empty();
}

}  // namespace

std::vector<facts::ClusterObject> objects_of(const Document& document, const Origin& origin) {
  std::vector<facts::ClusterObject> objects;
  const Value root(document);
  std::vector<Value> found = short_text(root["kind"]).ends_with("List") ? root["items"].items() : std::vector<Value>{};
  if (found.empty()) found.push_back(root);
  for (const Value& one : found) {
    if (objects.size() >= kMostObjects) break;
    facts::ClusterObject object = object_of(one, origin);
    if (says_something(object)) objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace railhead::manifest
