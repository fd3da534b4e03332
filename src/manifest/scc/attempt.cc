#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "manifest/scc/admit.h"
#include "manifest/scc/strategy/strategies.h"

namespace railhead::manifest::scc {

namespace {

void fill_pod(Trial& trial) {
  fill_groups(trial);
  fill_se_linux(trial);
  fill_seccomp(trial);
}

void check_pod(Trial& trial) {
  check_groups(trial);
  check_seccomp(trial);
  check_se_linux(trial);
  check_host(trial);
  check_sysctls(trial);
  check_volumes(trial);
}

void fill_container(Trial& trial, const Spot& spot) {
  fill_run_as_user(trial, spot);
  fill_capabilities(trial, spot);
  fill_seccomp(trial, spot);
  fill_privileges(trial, spot);
}

void check_container(Trial& trial, const Spot& spot) {
  check_run_as_user(trial, spot);
  check_se_linux(trial, spot);
  check_seccomp(trial, spot);
  check_privileged(trial, spot);
  check_capabilities(trial, spot);
  check_host(trial, spot);
  check_read_only_root(trial, spot);
  check_escalation(trial, spot);
}

void try_containers(Trial& trial, std::vector<PodContainer>& containers, const char* list) {
  for (std::size_t index = 0; index < containers.size(); ++index) {
    const Spot spot = {containers[index], base::format(".{}[{}]", list, index)};
    fill_container(trial, spot);
    check_container(trial, spot);
  }
}

}  // namespace

std::vector<Refusal> try_constraint(const Constraint& constraint, Pod& pod, const Ranges& ranges) {
  Trial trial = {constraint, ranges, pod};
  fill_pod(trial);
  check_pod(trial);
  try_containers(trial, pod.init_containers, "initContainers");
  try_containers(trial, pod.containers, "containers");
  try_containers(trial, pod.ephemeral_containers, "ephemeralContainers");
  return std::move(trial.refusals);
}

}  // namespace railhead::manifest::scc
