#include "manifest/facts/cluster/workload_facts.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

// Fields as of the API reference of Kubernetes 1.34 (apps/v1, batch/v1), JobSet v1alpha2, LeaderWorkerSet v1, Kubeflow's
// training-operator v1, mpi-operator v2beta1 and trainer v1alpha1, KubeRay v1 and Volcano batch/v1alpha1.
namespace railhead::manifest {
namespace {

constexpr std::size_t kMostLabels = 256;

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

facts::Known<std::uint64_t> told_count(const Value& value, const Origin& origin) {
  const auto number = value.integer();
  if (number && *number >= 0) return {static_cast<std::uint64_t>(*number), origin.place(value)};
  return {};
}

/// The list's item on the way to the template, where `step` leads into a list.
Value item_below(const FoundTemplate& found, std::string_view step) {
  for (std::size_t i = 0; i + 2 < found.above.size(); ++i)
    if (found.steps[i] == step) return found.above[i + 2];
  return {};
}

bool goes_through(const FoundTemplate& found, std::string_view step) {
  return std::ranges::find(found.steps, step) != found.steps.end();
}

std::string role_of(const FoundTemplate& found) {
  for (std::size_t i = 0; i + 1 < found.steps.size(); ++i)
    if (found.steps[i].ends_with("ReplicaSpecs")) return base::one_line(found.steps[i + 1]);
  for (const char* list : {"replicatedJobs", "tasks"})
    if (const Value item = item_below(found, list)) return short_text(item["name"]);
  if (const Value group = item_below(found, "workerGroupSpecs")) {
    const std::string name = short_text(group["groupName"]);
    return name.empty() ? "worker" : name;
  }
  if (goes_through(found, "headGroupSpec")) return "head";
  if (goes_through(found, "submitterPodTemplate")) return "submitter";
  if (goes_through(found, "leaderTemplate")) return "leader";
  return goes_through(found, "workerTemplate") ? "worker" : "";
}

std::uint64_t product(std::uint64_t one, std::uint64_t other) {
  if (other != 0 && one > std::numeric_limits<std::uint32_t>::max() / other) return std::numeric_limits<std::uint32_t>::max();
  return one * other;
}

/// Both together, where at least one is said; one that is not is `otherwise`.
facts::Known<std::uint64_t> together(const facts::Known<std::uint64_t>& one, const facts::Known<std::uint64_t>& other,
                                     std::uint64_t otherwise = 1) {
  if (!one && !other) return {};
  return {product(one.value_or(otherwise), other.value_or(otherwise)), one ? one.source() : other.source()};
}

/// The spec around a pod template: that of a Deployment, a StatefulSet or a Job.
Value spec_around(const FoundTemplate& found) {
  return found.above.size() >= 2 ? found.above[found.above.size() - 2] : Value();
}

/// A Job runs no more pods at a time than completions are left; without parallelism it is one.
facts::Known<std::uint64_t> pods_of_job(const Value& spec, const Origin& origin) {
  auto parallelism = told_count(spec["parallelism"], origin);
  auto completions = told_count(spec["completions"], origin);
  if (!parallelism && completions) return {std::min<std::uint64_t>(*completions, 1), completions.source()};
  if (parallelism && completions && *completions < *parallelism) return completions;
  return parallelism;
}

/// A group of LeaderWorkerSet is a leader and size - 1 workers; without a template of its own the leader is made from that of
/// the workers.
facts::Known<std::uint64_t> pods_of_groups(const FoundTemplate& found, const Origin& origin) {
  const Value spec = found.above[0]["spec"];
  auto groups = told_count(spec["replicas"], origin);
  if (goes_through(found, "leaderTemplate")) return groups;
  auto size = told_count(spec["leaderWorkerTemplate"]["size"], origin);
  if (size && *size > 0 && spec["leaderWorkerTemplate"]["leaderTemplate"]) size = {*size - 1, size.source()};
  return together(size, groups);
}

facts::Known<std::uint64_t> nearest_count(const std::vector<Value>& above, const Origin& origin) {
  for (auto level = above.rbegin(); level != above.rend(); ++level)
    for (const char* key : {"replicas", "parallelism", "size"})
      if (auto count = told_count((*level)[key], origin)) return count;
  return {};
}

/// What keeps two pods apart: a rule for the scheduler, a port of the node, or an operator that gives each its own domain.
facts::Known<std::string> spread_of(const FoundTemplate& found, const Origin& origin) {
  const Value apart = found.spec["affinity"]["podAntiAffinity"];
  if (!apart.members().empty()) return {"podAntiAffinity", origin.place(apart)};
  const Value spread = found.spec["topologySpreadConstraints"];
  if (!spread.items().empty()) return {"topologySpreadConstraints", origin.place(spread)};
  for (const Value& container : found.spec["containers"].items())
    for (const Value& port : container["ports"].items())
      if (port["hostPort"].text()) return {"hostPort", origin.place(port["hostPort"])};
  for (const Value& level : found.above)
    for (const auto& [key, value] : level["metadata"]["annotations"].members())
      if (key.text().value_or("").ends_with("/exclusive-topology")) return {short_text(key), origin.place(key)};
  return {};
}

facts::Known<std::string> readiness_of(const Value& spec, const Origin& origin) {
  for (const Value& container : spec["containers"].items())
    if (const Value probe = container["readinessProbe"]) return {short_text(container["name"]), origin.place(probe)};
  return {};
}

}  // namespace

std::vector<facts::Label> labels_of(const Value& mapping, const Origin& origin) {
  std::vector<facts::Label> labels;
  for (const auto& [key, value] : mapping.members())
    if (value.is(NodeKind::scalar) && labels.size() < kMostLabels)
      labels.push_back({short_text(key), short_text(value), origin.place(key)});
  return labels;
}

facts::Workload workload_of(const FoundTemplate& found, const Origin& origin) {
  facts::Workload workload;
  workload.role = role_of(found);
  workload.path = path_of(found, found.above.empty() ? 0 : found.above.size() - 1);
  workload.labels = labels_of(found.metadata["labels"], origin);
  workload.subdomain = told_text(found.spec["subdomain"], origin);
  workload.spread = spread_of(found, origin);
  workload.readiness = readiness_of(found.spec, origin);
  const Value around = spec_around(found);
  workload.service = told_text(around["serviceName"], origin);
  workload.management = told_text(around["podManagementPolicy"], origin);
  workload.completion_mode = told_text(around["completionMode"], origin);
  workload.parallelism = told_count(around["parallelism"], origin);
  workload.completions = told_count(around["completions"], origin);
  if (!found.above.empty()) workload.mpi = told_text(found.above[0]["spec"]["mpiImplementation"], origin);
  return workload;
}

facts::Known<std::uint64_t> replicas_of(const FoundTemplate& found, const Origin& origin) {
  if (found.above.empty()) return {};
  if (goes_through(found, "headGroupSpec") || goes_through(found, "submitterPodTemplate")) return {1, origin.place(found.spec)};
  if (goes_through(found, "leaderWorkerTemplate")) return pods_of_groups(found, origin);
  if (const Value group = item_below(found, "workerGroupSpecs")) {
    const auto replicas = told_count(group["replicas"], origin);
    return replicas ? together(replicas, told_count(group["numOfHosts"], origin)) : replicas;
  }
  if (const Value job = item_below(found, "replicatedJobs"))
    return together(pods_of_job(spec_around(found), origin), told_count(job["replicas"], origin));
  const Value around = spec_around(found);
  if (around["parallelism"] || around["completions"]) return pods_of_job(around, origin);
  return nearest_count(found.above, origin);
}

}  // namespace railhead::manifest
