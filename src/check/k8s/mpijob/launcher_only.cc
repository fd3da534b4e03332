#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

/// What the launcher has and the workers lack.
struct Lacks {
  std::vector<std::string> names;
  Evidences evidence;
  Severity severity = Severity::warning;

  void add(std::string name, Evidence seen, Severity how) {
    names.push_back(std::move(name));
    evidence.push_back(std::move(seen));
    if (how > severity) severity = how;
  }
};

const facts::Placed* adds_lock(const facts::PodTemplate& pod) {
  for (const facts::DeclaredContainer& container : pod.containers)
    if (const facts::Placed* found = container.init ? nullptr : added(container, "IPC_LOCK")) return found;
  return nullptr;
}

bool any_privileged(const facts::PodTemplate& pod) {
  for (const facts::DeclaredContainer& container : pod.containers)
    if (is_privileged(container)) return true;
  return false;
}

Lacks lacks_of(const facts::PodTemplate& launcher, const facts::PodTemplate& worker, const facts::Cluster& cluster) {
  Lacks lacks;
  const std::vector<facts::ResourceRequest> resources = rdma_resources(launcher, cluster);
  if (!resources.empty() && rdma_resources(worker, cluster).empty())
    lacks.add(resource_names(resources), {"Launcher asks for " + resource_names(resources), resources[0].source},
              Severity::error);
  if (launcher.network_annotation && !worker.network_annotation && worker.annotated && !worker.host_network.is(true))
    lacks.add("the networks annotation",
              seen(launcher.network_annotation,
                   "Launcher has networks: " + base::one_line(launcher.network_annotation->substr(0, 200))),
              Severity::error);
  const facts::Placed* lock = adds_lock(launcher);
  if (lock != nullptr && adds_lock(worker) == nullptr && !any_privileged(worker))
    lacks.add("IPC_LOCK", {"Launcher adds " + lock->text, lock->source}, Severity::warning);
  return lacks;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.cluster == nullptr) return findings;
  for (const facts::ClusterObject& object : input.cluster->objects) {
    if (object.kind != "MPIJob") continue;
    const facts::PodTemplate* launcher = role_of(object, "Launcher");
    const facts::PodTemplate* worker = role_of(object, "Worker");
    if (launcher == nullptr || worker == nullptr || !worker->whole) continue;
    Lacks lacks = lacks_of(*launcher, *worker, *input.cluster);
    const std::string subject = base::one_line(worker->owner);
    lacks.evidence.push_back({"the template of Worker", worker->source});
    if (!lacks.names.empty())
      findings.push_back(
          violated(lacks.severity, subject,
                   base::format("lacks {}, which only the Launcher has: the ranks run in the workers", listed(lacks.names)),
                   lacks.evidence));
    else if (!job_resources(*worker, *input.cluster).empty())
      findings.push_back(ok(subject, "the workers have what RDMA needs of what the launcher has", lacks.evidence));
  }
  return findings;
}

}  // namespace

Check k8s_mpijob_launcher_only() {
  return {.title = "An MPIJob gives its launcher what its workers need",
          .severity = Severity::error,
          .cause =
              "The launcher of an MPIJob runs mpirun and no rank. Devices, networks and capabilities belong into the template "
              "of the workers; a launcher that holds them keeps them from a job.",
          .fix = "# move them from mpiReplicaSpecs.Launcher to\nspec:\n  mpiReplicaSpecs:\n    Worker:\n      template: {...}",
          .rule = rule};
}

}  // namespace railhead::check
