#include "manifest/render/workload/mpi.h"

#include <algorithm>

#include "base/text.h"
#include "manifest/inject/wishes.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/pod.h"
#include "manifest/render/workload/script.h"
#include "manifest/render/workload/security.h"

// mpirun starts every rank by ssh, and sshd begins with an environment of its own: what the worker's container has set does not
// reach the ranks. So the variables are named to mpirun (-x), and each rank is started by `railhead exec`, which finds out in
// the worker what only the worker knows. A command that is mpirun already is the user's: its variables are named, the rest
// stays. A script starts mpirun as it likes.
namespace railhead::manifest::render {
namespace {

/// Of sshd as root: port 22, its unprivileged child (sshd(8), "sandbox and privilege separation"), and the audit record that
/// Red Hat's build ends without.
const std::vector<std::string> kSshd = {"AUDIT_WRITE", "KILL", "NET_BIND_SERVICE", "SETGID", "SETUID", "SYS_CHROOT"};

std::uint32_t slots_of(const Plan& plan) {
  return plan.job.slots != 0 ? plan.job.slots : std::max<std::uint32_t>(plan.gpus(), 1);
}

bool is_mpirun(const std::vector<std::string>& command) {
  const std::string name = command.empty() ? "" : command[0].substr(command[0].rfind('/') + 1);
  return name == "mpirun" || name == "mpiexec";
}

/// "-x NAME" of each variable of the job that `command` does not name itself.
std::vector<std::string> passed_variables(const Plan& plan, const std::vector<std::string>& command) {
  std::vector<std::string> options;
  options.reserve(2 * (plan.job.environment.size() + plan.job.secrets.size()));
  const auto add = [&](const std::string& name) {
    const bool named =
        std::ranges::any_of(command, [&](const std::string& word) { return word == name || word.starts_with(name + "="); });
    if (!named) options.insert(options.end(), {"-x", name});
  };
  for (const auto& [name, value] : plan.job.environment) add(name);
  for (const job::SecretVariable& one : plan.job.secrets) add(one.name);
  return options;
}

std::vector<std::string> launcher_command(const Plan& plan) {
  if (!plan.job.script.empty()) return script_command(plan);
  const std::vector<std::string>& given = plan.job.command;
  std::vector<std::string> command;
  if (is_mpirun(given)) {
    command = {given[0]};
    std::ranges::move(passed_variables(plan, given), std::back_inserter(command));
    command.insert(command.end(), given.begin() + 1, given.end());
    return command;
  }
  const std::uint64_t ranks = std::uint64_t{plan.job.nodes} * slots_of(plan);
  // A rank's threads use all CPUs of its pod: bound to one core, as mpirun does by itself, data loaders starve.
  command = {"mpirun", "-np", std::to_string(ranks), "--map-by", "slot", "--bind-to", "none"};
  std::ranges::move(passed_variables(plan, {}), std::back_inserter(command));
  command.insert(command.end(), {kLauncherProgram, "exec", "--mode", plan.rdma() ? "rdma" : "tcp", "--"});
  command.insert(command.end(), given.begin(), given.end());
  return command;
}

/// What mpirun hands on to all ranks by itself. The processes start each other over the pods' own network: the launcher has no
/// rail, and rails may be islands. RDMA was asked for, so that Open MPI shall fail rather than fall back (docs/env.md).
Variables launcher_variables(const Plan& plan) {
  Variables variables = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                         {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                         {"OMPI_MCA_oob_tcp_if_include", "eth0"},
                         {"OMPI_MCA_btl_tcp_if_include", "eth0"}};
  if (plan.rdma())
    variables.emplace_back("OMPI_MCA_pml", "ucx");
  else
    variables.insert(variables.end(), {{"OMPI_MCA_pml", "ob1"}, {"OMPI_MCA_btl", "^openib"}});
  return variables;
}

Tree replicas(std::uint64_t count, Tree pods) {
  Members members = {{"replicas", number(count)}, {"restartPolicy", word("Never")}};
  members.emplace_back("template", std::move(pods));
  return mapping(std::move(members));
}

}  // namespace

// The operator mounts its key at /root/.ssh and so expects root on both sides; sshd -De is what it starts itself where a worker
// names nothing (mpi-operator v2, pkg/controller/mpi_job_controller.go). launcherCreationPolicy is in its definition since
// 0.5.0.
Tree mpi_spec(const Plan& plan) {
  const PodShape launcher{.container = "launcher",
                          .command = launcher_command(plan),
                          .variables = launcher_variables(plan),
                          .root = true,
                          .role = PodRole::launcher,
                          .small = true};
  const PodShape worker{.command = {"/usr/sbin/sshd", "-De"}, .capabilities = kSshd, .root = true};
  Members roles = one("Launcher", replicas(1, pod_template(plan, launcher)));
  roles.emplace_back("Worker", replicas(plan.job.nodes, pod_template(plan, worker)));
  Members spec = {
      {"slotsPerWorker", number(slots_of(plan))},
      {"mpiImplementation", word("OpenMPI")},
      {"launcherCreationPolicy", word("WaitForWorkersReady")},
      {"runPolicy", mapping({{"cleanPodPolicy", word("Running")}, {"backoffLimit", number(plan.job.backoff_limit)}})}};
  spec.emplace_back("mpiReplicaSpecs", mapping(std::move(roles)));
  return mapping(std::move(spec));
}

}  // namespace railhead::manifest::render
