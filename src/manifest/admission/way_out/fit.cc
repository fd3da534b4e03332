#include "manifest/admission/way_out/fit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "manifest/scc/strategy/trial.h"

namespace railhead::manifest::admission {
namespace {

using scc::Field;
using scc::Refusal;

constexpr int kMostRounds = 8;  // a refusal may hide behind another, never behind many
constexpr const char* kSeccompPod = "seccomp.security.alpha.kubernetes.io/pod";
constexpr std::string_view kSeccompContainer = "container.seccomp.security.alpha.kubernetes.io/";

/// What one refusal asks to change in the pod.
struct Fault {
  PodEdit& edit;
  const Refusal& refusal;
  std::optional<ContainerPlace> place;
  const scc::Constraint& constraint;
};

PodSecurity& pod_security(PodEdit& edit) {
  std::optional<PodSecurity>& security = edit.pod().security;
  if (!security) security.emplace();
  return *security;
}

/// Takes a value out of the container, or out of the pod from which the container has it.
template <class OfContainer, class OfPod>
void remove(const Fault& fault, OfContainer of_container, OfPod of_pod, std::string_view path, const std::string& what) {
  if (fault.place && of_container(fault.edit.security(*fault.place))) {
    fault.edit.in_security(*fault.place, path, what);
    of_container(fault.edit.security(*fault.place)).reset();
  } else if (of_pod(pod_security(fault.edit))) {
    fault.edit.in_pod_security(path, what);
    of_pod(pod_security(fault.edit)).reset();
  }
}

void change_user(const Fault& fault) {
  const PodEdit& edit = fault.edit;
  const auto set = fault.place ? scc::effective_user(edit.pod(), edit.at(*fault.place)) : std::nullopt;
  if (set == 0 && asks_to_pin(edit.original(*fault.place)) && !is_inert(edit.original(), edit.original(*fault.place)))
    return fault.edit.keep("runAsUser: 0 (IPC_LOCK has effect for root alone)");
  const bool filled_in = fault.constraint.run_as_user.type == scc::UserStrategy::must_run_as_range ||
                         fault.constraint.run_as_user.type == scc::UserStrategy::must_run_as;
  remove(
      fault, [](ContainerSecurity& security) -> auto& { return security.run_as_user; },
      [](PodSecurity& security) -> auto& { return security.run_as_user; }, "runAsUser",
      base::format("remove {} ({})", set.value_or(0),
                   filled_in ? "the server fills in a uid of its range, with which the image has to run"
                             : "the image's own user has to be another than root"));
}

void change_non_root(const Fault& fault) {
  const auto says_root = [](const auto& security) { return security.run_as_non_root == false; };
  if (fault.place && says_root(fault.edit.security(*fault.place))) {
    fault.edit.security(*fault.place).run_as_non_root.reset();
    fault.edit.in_security(*fault.place, "runAsNonRoot", "remove false");
  } else if (says_root(pod_security(fault.edit))) {
    pod_security(fault.edit).run_as_non_root.reset();
    fault.edit.in_pod_security("runAsNonRoot", "remove false");
  } else {
    change_user(fault);
  }
}

void change_se_linux(const Fault& fault) {
  remove(
      fault, [](ContainerSecurity& security) -> auto& { return security.se_linux; },
      [](PodSecurity& security) -> auto& { return security.se_linux; }, "seLinuxOptions",
      "remove (the server fills in the namespace's level)");
}

bool change_seccomp_annotations(PodEdit& edit) {
  bool changed = false;
  auto& annotations = edit.pod().annotations;
  for (auto one = annotations.begin(); one != annotations.end();) {
    const bool seccomp = one->first == kSeccompPod || one->first.starts_with(kSeccompContainer);
    if (seccomp) edit.in_annotations(one->first, "remove");
    changed = changed || seccomp;
    one = seccomp ? annotations.erase(one) : std::next(one);
  }
  return changed;
}

void change_seccomp(const Fault& fault) {
  remove(
      fault, [](ContainerSecurity& security) -> auto& { return security.seccomp; },
      [](PodSecurity& security) -> auto& { return security.seccomp; }, "seccompProfile",
      fault.constraint.seccomp_profiles.empty()
          ? "remove (the SCC lets none be set)"
          : base::format("remove (the server fills in {})", base::one_line(fault.constraint.seccomp_profiles.front())));
  change_seccomp_annotations(fault.edit);
}

void change_groups(const Fault& fault) {
  if (fault.refusal.field == Field::fs_group) {
    const std::int64_t group = pod_security(fault.edit).fs_group.value_or(0);
    fault.edit.in_pod_security("fsGroup", base::format("remove {} (the server fills in the namespace's)", group));
    pod_security(fault.edit).fs_group.reset();
  } else {
    fault.edit.in_pod_security("supplementalGroups", "remove (the server fills in the namespace's)");
    pod_security(fault.edit).supplemental_groups.reset();
  }
}

void change_host(PodEdit& edit, bool& field, std::string_view key, std::string_view rdma) {
  if (!field) return;
  field = false;
  edit.in_spec(key, "remove true");
  if (!rdma.empty()) edit.note(std::string(rdma));
}

void change_host_network(PodEdit& edit) {
  if (!edit.pod().host_network) return;
  change_host(edit, edit.pod().host_network, "hostNetwork",
              "Without hostNetwork the pod needs an RDMA network of its own (annotation k8s.v1.cni.cncf.io/networks, and the "
              "resource of its device plugin).");
  // Host ports that stand for a hostNetwork pod's containerPorts go with it.
  for (const ContainerPlace& place : edit.places())
    for (ContainerPort& port : edit.at(place).ports)
      if (port.host_port == port.container_port) port.host_port = 0;
}

void change_host_ports(PodEdit& edit) {
  for (const ContainerPlace& place : edit.places())
    for (std::size_t i = 0; i < edit.at(place).ports.size(); ++i) {
      ContainerPort& port = edit.at(place).ports[i];
      if (port.host_port == 0) continue;
      if (edit.pod().host_network)
        edit.in_container(place, base::format("ports[{}]", i),
                          base::format("remove {} (with hostNetwork it is a host port; what is not listed works all the same)",
                                       port.container_port));
      else
        edit.in_container(place, base::format("ports[{}].hostPort", i), base::format("remove {}", port.host_port));
      port.host_port = 0;
    }
}

void change_host_users(PodEdit& edit) {
  edit.pod().host_users = false;
  edit.in_spec("hostUsers", "set to false");
  edit.note("In a user namespace (hostUsers: false) no capability counts for pinning memory.");
}

void change_sysctl(const Fault& fault) {
  auto& sysctls = pod_security(fault.edit).sysctls;
  const auto gone = std::ranges::find(sysctls, unquoted(fault.refusal.value), &Sysctl::name);
  if (gone == sysctls.end()) return;
  fault.edit.in_pod_security("sysctls", base::format("remove {}", base::one_line(gone->name)));
  sysctls.erase(gone);
}

/// The number in "spec.volumes[2]".
std::optional<std::size_t> index_in(std::string_view path) {
  const std::size_t open = path.find('[');
  if (open == std::string_view::npos) return std::nullopt;
  const std::string_view rest = path.substr(open + 1);
  return base::unsigned_number(rest.substr(0, rest.find(']')));
}

void change_volume(const Fault& fault) {
  auto& volumes = fault.edit.pod().volumes;
  const auto index = index_in(fault.refusal.path);
  if (!index || *index >= volumes.size()) return;
  PodVolume& volume = volumes[*index];
  if (volume.only_token && volume.source == fault.edit.pod().source) {
    fault.edit.in_spec("automountServiceAccountToken", "set to false (the token's volume is of the type projected)");
    fault.edit.pod().automount_token = false;
    volume.types = {"emptyDir"};  // stands for none: every other volume keeps its number
    volume.only_token = false;
    return;
  }
  const std::string type = volume.types.empty() ? "" : volume.types.front();
  fault.edit.in_volume(*index, base::format("make {} an emptyDir instead of a {}, or take it out", base::one_line(volume.name),
                                            base::one_line(type)));
  if (type == "hostPath")
    fault.edit.note(
        "In place of a hostPath: for /dev/shm an emptyDir with medium Memory, for /dev/infiniband the resource of "
        "the RDMA device plugin, which brings the devices with it.");
  volume.types = {"emptyDir"};
  volume.driver.clear();
}

void change_privileged(const Fault& fault) {
  if (!fault.place) return;
  fault.edit.keep("privileged: true (IPC_LOCK is a part of it)");
}

void change_capability(const Fault& fault) {
  if (!fault.place) return;
  const std::string name = unquoted(fault.refusal.value);
  if (pins_memory(name)) {
    const Pod& original = fault.edit.original();
    const PodContainer& container = fault.edit.original(*fault.place);
    if (!is_inert(original, container)) return fault.edit.keep(name);
    fault.edit.note(base::format(
        "{} has no effect in container {} as it is, {}.", name, base::one_line(container.name),
        original.host_users == false ? "in a user namespace" : "whose user is not root and may not gain privileges"));
  }
  std::optional<Capabilities>& capabilities = fault.edit.security(*fault.place).capabilities;
  if (!capabilities || std::erase(capabilities->add, name) == 0) return;
  fault.edit.in_security(*fault.place, "capabilities.add", base::format("remove {}", base::one_line(name)));
}

void change_escalation(const Fault& fault) {
  if (!fault.place) return;
  fault.edit.security(*fault.place).privilege_escalation = false;
  fault.edit.in_security(*fault.place, "allowPrivilegeEscalation", "remove true");
}

void change_read_only_root(const Fault& fault) {
  if (!fault.place) return;
  fault.edit.security(*fault.place).read_only_root = true;
  fault.edit.in_security(*fault.place, "readOnlyRootFilesystem", "set to true");
}

void change(const Fault& fault) {
  PodEdit& edit = fault.edit;
  switch (fault.refusal.field) {
    case Field::fs_group:
    case Field::supplemental_groups: return change_groups(fault);
    case Field::seccomp: return change_seccomp(fault);
    case Field::se_linux: return change_se_linux(fault);
    case Field::host_network: return change_host_network(edit);
    case Field::host_pid: return change_host(edit, edit.pod().host_pid, "hostPID", "");
    case Field::host_ipc:
      return change_host(edit, edit.pod().host_ipc, "hostIPC",
                         "In place of hostIPC: an emptyDir with medium Memory at /dev/shm, large enough for the job.");
    case Field::host_users: return change_host_users(edit);
    case Field::sysctl: return change_sysctl(fault);
    case Field::volume: return change_volume(fault);
    case Field::run_as_user: return change_user(fault);
    case Field::run_as_non_root: return change_non_root(fault);
    case Field::privileged: return change_privileged(fault);
    case Field::capability: return change_capability(fault);
    case Field::host_port: return change_host_ports(edit);
    case Field::privilege_escalation: return change_escalation(fault);
    case Field::read_only_root: return change_read_only_root(fault);
  }
}

}  // namespace

std::optional<ContainerPlace> place_of(const Refusal& refusal) {
  constexpr std::array<std::pair<std::string_view, ContainerList>, 3> kLists = {
      {{"initContainers[", ContainerList::init},
       {"ephemeralContainers[", ContainerList::ephemeral},
       {"containers[", ContainerList::plain}}};
  // "spec.containers[0]", ".containers[0]": the first one counts, further ones are those whose ports are meant.
  std::optional<ContainerPlace> found;
  std::size_t first = std::string::npos;
  for (const auto& [key, list] : kLists) {
    const std::size_t at = refusal.path.find(key);
    if (at >= first || (at > 0 && refusal.path[at - 1] != '.')) continue;
    const std::string_view rest = std::string_view(refusal.path).substr(at + key.size());
    const auto index = base::unsigned_number(rest.substr(0, rest.find(']')));
    if (!index) continue;
    first = at;
    found = ContainerPlace{.list = list, .index = *index};
  }
  return found;
}

namespace {

/// The texts about seccomp have the container's name in the place of its path.
std::optional<ContainerPlace> place_in(const PodEdit& edit, const Refusal& refusal) {
  if (refusal.container.empty()) return std::nullopt;
  if (const auto place = place_of(refusal)) return place;
  const std::vector<ContainerPlace> named = edit.named({refusal.container});
  return named.empty() ? std::nullopt : std::optional(named.front());
}

}  // namespace

bool fit(PodEdit& edit, const scc::Constraint& constraint, const scc::Ranges& ranges) {
  for (int round = 0; round < kMostRounds; ++round) {
    Pod tried = edit.pod();
    const std::vector<Refusal> refusals = scc::try_constraint(constraint, tried, ranges);
    if (refusals.empty()) return true;
    const Pod before = edit.pod();
    for (const Refusal& refusal : refusals) change({edit, refusal, place_in(edit, refusal), constraint});
    if (edit.pod() == before) return false;
  }
  return false;
}

}  // namespace railhead::manifest::admission
