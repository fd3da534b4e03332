#include "base/format.h"
#include "base/text.h"
#include "manifest/render/workload/injected.h"
#include "manifest/render/workload/mpi.h"
#include "manifest/render/workload/names.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/pod.h"
#include "manifest/render/workload/script.h"

namespace railhead::manifest::render {
namespace {

std::vector<std::string> command_of(const Plan& plan) {
  return plan.job.script.empty() ? plan.job.command : script_command(plan);
}

/// torchrun without a doubt: exec refuses --torchrun in front of anything else.
bool is_torchrun(const std::vector<std::string>& command) {
  const auto name = [&](std::size_t at) {
    return at < command.size() ? command[at].substr(command[at].rfind('/') + 1) : std::string();
  };
  if (name(0) == "torchrun") return true;
  if (!name(0).starts_with("python")) return false;
  return name(1) == "torchrun" || (name(1) == "-m" && name(2) == "torch.distributed.run");
}

/// exec finds out the node's number and the first node's name by itself (docs/exec.md), never how many there are. Of a pod
/// alone it is told all.
Variables variables_of(const Plan& plan) {
  Variables variables = {{"NNODES", std::to_string(plan.job.nodes)}};
  if (plan.job.kind == job::JobKind::pod) variables.emplace_back("NODE_RANK", "0");
  // What torchrun reads in place of --nproc-per-node, whose default is 1.
  if (plan.gpus() != 0) variables.emplace_back("PET_NPROC_PER_NODE", std::to_string(plan.gpus()));
  return variables;
}

std::vector<std::string> exec_options(const Plan& plan) {
  std::vector<std::string> options;
  if (plan.rdma()) options = {"--mode", "rdma"};  // fail loudly rather than train at a tenth of the speed
  if (plan.job.kind != job::JobKind::mpi_job && is_torchrun(command_of(plan))) options.emplace_back("--torchrun");
  return options;
}

PodShape shape_of(const Plan& plan, const char* restart, std::string subdomain = {}) {
  return {.restart = restart, .subdomain = std::move(subdomain), .command = command_of(plan), .variables = variables_of(plan)};
}

Object pod(const Plan& plan) {
  return made(plan, "v1", "Pod", plan.job.name, one("spec", pod_spec(plan, shape_of(plan, "Never"))), pod_annotations(plan));
}

Object stateful_set(const Plan& plan) {
  Members spec = {{"replicas", number(plan.job.nodes)},
                  {"serviceName", word(plan.headless_service())},
                  // The pods of a job wait for each other: one by one they would wait for ever.
                  {"podManagementPolicy", word("Parallel")},
                  {"selector", mapping({{"matchLabels", mapping(selector(plan))}})}};
  spec.emplace_back("template", pod_template(plan, shape_of(plan, "Always")));
  if (auto claims = claim_templates(plan); !claims.empty())
    spec.emplace_back("volumeClaimTemplates", sequence(std::move(claims)));
  return made(plan, "apps/v1", "StatefulSet", plan.job.name, one("spec", mapping(std::move(spec))), pod_annotations(plan));
}

Tree indexed(const Plan& plan, std::uint64_t backoff, const PodShape& shape) {
  Members spec = {{"completionMode", word("Indexed")},
                  {"completions", number(plan.job.nodes)},
                  {"parallelism", number(plan.job.nodes)},
                  {"backoffLimit", number(backoff)}};
  spec.emplace_back("template", pod_template(plan, shape));
  return mapping(std::move(spec));
}

Object indexed_job(const Plan& plan) {
  return made(plan, "batch/v1", "Job", plan.job.name,
              one("spec", indexed(plan, plan.job.backoff_limit, shape_of(plan, "Never", plan.headless_service()))),
              pod_annotations(plan));
}

/// A pod that fails ends the whole set, which starts again as a whole: ranks that wait for one that is gone do nothing.
Object job_set(const Plan& plan) {
  Members nodes = {{"name", word("node")}, {"replicas", number(1)}};
  nodes.emplace_back("template", mapping(one("spec", indexed(plan, 0, shape_of(plan, "Never")))));
  Members spec = {{"network", mapping({{"enableDNSHostnames", truth(true)}})},
                  {"failurePolicy", mapping({{"maxRestarts", number(plan.job.backoff_limit)}})}};
  spec.emplace_back("replicatedJobs", only(mapping(std::move(nodes))));
  return made(plan, "jobset.x-k8s.io/v1alpha2", "JobSet", plan.job.name, one("spec", mapping(std::move(spec))),
              pod_annotations(plan));
}

Object mpi_job(const Plan& plan) {
  return made(plan, "kubeflow.org/v2beta1", "MPIJob", plan.job.name, one("spec", mpi_spec(plan)), pod_annotations(plan));
}

Object object_of(const Plan& plan) {
  switch (plan.job.kind) {
    case job::JobKind::pod: return pod(plan);
    case job::JobKind::stateful_set: return stateful_set(plan);
    case job::JobKind::job: return indexed_job(plan);
    case job::JobKind::mpi_job: return mpi_job(plan);
    case job::JobKind::job_set: break;
  }
  return job_set(plan);
}

base::Result<void> can_run(const Plan& plan) {
  if (plan.job.kind == job::JobKind::pod && plan.job.nodes > 1)
    return wrong("spec.kind: a pod is one node, and spec.nodes says more",
                 "Say kind: statefulset, job or jobset, or nodes: 1.");
  if (plan.job.command.empty() && plan.job.script.empty())
    return wrong("spec.command: the launcher is put in front of the command, which the image alone knows",
                 "Say spec.command, spec.script or spec.scriptFile.");
  if (plan.job.kind == job::JobKind::mpi_job && is_torchrun(command_of(plan)))
    return wrong("spec.command: mpirun starts a process for each GPU, and torchrun would start as many for each of them",
                 "Name the program itself, or say kind: statefulset, job or jobset.");
  for (const job::Volume& volume : plan.job.volumes)
    if (volume.name.starts_with("railhead"))
      return wrong(base::format("spec.volumes: {}: the names that begin with railhead are those of its own volumes",
                                base::one_line(volume.name)),
                   "Give the volume another name.");
  return names_fit(plan);
}

}  // namespace

base::Result<std::vector<Object>> workload(const Plan& plan) {
  if (auto can = can_run(plan); !can) return std::unexpected(can.error());
  return injected(object_of(plan), wishes_of(plan, exec_options(plan)));
}

}  // namespace railhead::manifest::render
