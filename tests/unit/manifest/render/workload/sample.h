#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "manifest/render/plan.h"
#include "manifest/yaml/yaml.h"

/// A job and its cluster, as the tests of render take them.
namespace railhead::manifest::render::sample {

using job::Fabric;
using job::JobKind;
using job::Mode;

constexpr JobKind kKinds[] = {JobKind::pod, JobKind::stateful_set, JobKind::job, JobKind::mpi_job, JobKind::job_set};
constexpr Fabric kFabrics[] = {Fabric::sriov_roce,
                               Fabric::sriov_infiniband,
                               Fabric::shared_infiniband,
                               Fabric::host_device_roce,
                               Fabric::host_device_infiniband,
                               Fabric::macvlan_roce,
                               Fabric::ipoib};

inline bool is_shared(Fabric fabric) {
  return fabric == Fabric::shared_infiniband || fabric == Fabric::macvlan_roce || fabric == Fabric::ipoib;
}

inline job::Rail rail(Fabric fabric, int number) {
  job::Rail rail;
  if (fabric != Fabric::shared_infiniband) rail.network = "fast" + std::to_string(number);
  rail.resource = is_shared(fabric) ? "rdma/hca_shared" : "vendor.example/fast" + std::to_string(number);
  rail.subnet = "10.7" + std::to_string(number) + ".0.0/16";
  rail.interface = "ens9f" + std::to_string(number);
  return rail;
}

inline job::ClusterProfile cluster(Fabric fabric = Fabric::sriov_roce) {
  job::ClusterProfile cluster;
  cluster.name = "hall";
  cluster.space = "physics";
  cluster.fabric = fabric;
  cluster.gpus_per_node = 8;
  cluster.rails = {rail(fabric, 0), rail(fabric, 1)};
  cluster.launcher_image = "registry.example/railhead:7";
  return cluster;
}

inline job::TrainingJob training(JobKind kind = JobKind::stateful_set, Mode mode = Mode::rdma) {
  job::TrainingJob job;
  job.name = "climate";
  job.kind = kind;
  job.mode = mode;
  job.nodes = kind == JobKind::pod ? 1 : 3;
  job.image = "registry.example/climate:4";
  job.command =
      kind == JobKind::mpi_job ? std::vector<std::string>{"python3", "fit.py"} : std::vector<std::string>{"torchrun", "fit.py"};
  job.resources.cpu = "48";
  job.resources.memory = "640Gi";
  return job;
}

/// The only document of a text.
inline Document document(const std::string& text) {
  Parsed parsed = parse_yaml(text);
  return parsed.errors.empty() && parsed.documents.size() == 1 ? std::move(parsed.documents.front()) : Document{};
}

/// One object that a part makes, parsed; "(error) MESSAGE" as its text where it makes none.
struct Made {
  std::string text;
  Document parsed;
  Value root() const { return Value(parsed); }
  bool has(std::string_view word) const { return text.find(word) != std::string::npos; }
};

inline Made made(const base::Result<std::vector<Object>>& objects, std::size_t at = 0) {
  if (!objects) return {.text = "(error) " + objects.error().message, .parsed = {}};
  if (objects->size() <= at) return {.text = "(nothing)", .parsed = {}};
  return {.text = (*objects)[at].text, .parsed = document((*objects)[at].text)};
}

inline Made workload_of(const job::TrainingJob& job, const job::ClusterProfile& cluster) {
  return made(workload(Plan{.job = job, .cluster = cluster}));
}

/// The mapping with metadata and spec of a job's pods.
inline Value pod_of(const Value& object) {
  const Value spec = object["spec"];
  const std::string kind = object["kind"].text().value_or("");
  if (kind == "Pod") return object;
  if (kind == "MPIJob") return spec["mpiReplicaSpecs"]["Worker"]["template"];
  const std::vector<Value> jobs = spec["replicatedJobs"].items();
  return kind == "JobSet" && !jobs.empty() ? jobs.front()["template"]["spec"]["template"] : spec["template"];
}

inline Value main_of(const Value& pod) {
  const std::vector<Value> containers = pod["spec"]["containers"].items();
  return containers.empty() ? Value() : containers.front();
}

inline std::vector<std::string> texts(const Value& list) {
  std::vector<std::string> all;
  for (const Value& each : list.items()) all.push_back(each.text().value_or(""));
  return all;
}

inline std::string line(const Value& list) { return base::joined(texts(list), " "); }

/// The item of a list by its name.
inline Value named(const Value& list, std::string_view name) {
  for (const Value& each : list.items())
    if (each["name"].view() == name) return each;
  return {};
}

}  // namespace railhead::manifest::render::sample
