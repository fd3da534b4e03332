#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

// Open MPI hands on variables that it is told of alone (mpirun(1): -x; mca_base_env_list); MPICH and Intel MPI hand on all.
namespace railhead::check {
namespace {

bool is_for_the_ranks(const std::string& name) { return name.starts_with("NCCL_") || name.starts_with("UCX_"); }

std::string command_of(const facts::DeclaredContainer& container) {
  std::string all;
  for (const facts::Placed& word : container.command) all += word.text.substr(0, std::size_t{16} << 10U) + " ";
  return all;
}

/// The command starts ranks itself and lists what it hands on; one that makes the list up at run time is not to be read.
bool lists_variables(const std::string& command) {
  const bool starts = command.find("mpirun") != std::string::npos || command.find("mpiexec") != std::string::npos;
  const bool made = command.find("-x $") != std::string::npos || command.find("env |") != std::string::npos ||
                    command.find("env|") != std::string::npos || command.find("compgen") != std::string::npos;
  return starts && !made;
}

bool sets(const facts::PodTemplate& pod, const std::string& name) {
  return std::ranges::any_of(pod.containers, [&](const facts::DeclaredContainer& container) {
    return !container.init &&
           std::ranges::find(container.environment, name, &facts::Variable::name) != container.environment.end();
  });
}

/// A name in the command, or in a variable that Open MPI reads, is handed on.
bool passed(const facts::DeclaredContainer& container, const std::string& command, const std::string& name) {
  if (command.find(name) != std::string::npos) return true;
  return std::ranges::any_of(container.environment, [&](const facts::Variable& variable) {
    return variable.name.starts_with("OMPI_MCA_") && variable.value.find(name) != std::string::npos;
  });
}

std::optional<Finding> judge(const facts::DeclaredContainer& container, const facts::PodTemplate& launcher,
                             const facts::PodTemplate& worker) {
  const std::string command = command_of(container);
  if (container.init || !lists_variables(command)) return std::nullopt;
  std::vector<std::string> lost;
  Evidences evidence;
  bool any = false;
  for (const facts::Variable& variable : container.environment) {
    if (!is_for_the_ranks(variable.name)) continue;
    any = true;
    if (sets(worker, variable.name) || passed(container, command, variable.name)) continue;
    lost.push_back(variable.name);
    if (evidence.size() < 8)
      evidence.push_back({base::one_line(variable.name + "=" + variable.value.substr(0, 100)), variable.source});
  }
  const std::string subject = base::one_line(launcher.owner);
  const std::string where = container.command.empty() ? container.source : container.command[0].source;
  if (!any) return std::nullopt;
  if (lost.empty()) return ok(subject, "mpirun hands its variables on to the workers", {{"mpirun", where}});
  std::string options;
  for (const std::string& name : lost) options += (options.empty() ? "-x " : " -x ") + name;
  evidence.push_back({"mpirun without -x for it", where});
  return violated(
      Severity::warning, subject,
      base::format("{} {} set on the launcher and not handed on by mpirun: the ranks run without", listed(lost),
                   lost.size() == 1 ? "is" : "are"),
      evidence,
      base::format("mpirun {} ...  # or set {} in the env of the workers", options, lost.size() == 1 ? "it" : "them"));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.cluster == nullptr) return findings;
  for (const facts::ClusterObject& object : input.cluster->objects) {
    if (object.kind != "MPIJob") continue;
    const facts::PodTemplate* launcher = role_of(object, "Launcher");
    const facts::PodTemplate* worker = role_of(object, "Worker");
    if (launcher == nullptr || worker == nullptr || !worker->whole) continue;
    if (launcher->workload.mpi && !launcher->workload.mpi.is("OpenMPI")) continue;
    for (const facts::DeclaredContainer& container : launcher->containers)
      if (auto finding = judge(container, *launcher, *worker)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace

Check k8s_mpijob_env_not_passed() {
  return {.title = "Variables of an MPIJob's launcher do not reach its ranks",
          .severity = Severity::warning,
          .cause =
              "mpirun of Open MPI starts the ranks in the workers by ssh, with the environment of the workers and the "
              "variables that -x names. What is set on the launcher alone changes nothing.",
          .fix = "mpirun -x NAME ...  # or the variable in the env of the workers' container",
          .rule = rule};
}

}  // namespace railhead::check
