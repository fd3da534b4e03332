#include "finding/pinnable.h"

#include "finding/scope.h"

#include "fabric/device/claim.h"

namespace railhead::check {
namespace {

using facts::Capability;

/// CAP_CHOWN to CAP_AUDIT_READ (37): what every kernel in use has, so the bounding set of a process that nobody restricted.
constexpr std::uint64_t kFullSet = (std::uint64_t{1} << 38) - 1;

constexpr const char* kLoginLimit =
    "On the host, as root, then log in again: echo '* - memlock unlimited' > /etc/security/limits.d/memlock.conf (for a "
    "service: LimitMEMLOCK=infinity in its unit)";

std::string limit_in_words(const std::optional<std::uint64_t>& limit) {
  return limit ? base::exact(base::Bytes{*limit}) : "unlimited";
}

Evidence limit_evidence(const facts::Process& process) {
  if (!process.memlock) return lacking(process.memlock, "memlock limit");
  return seen(process.memlock, base::format("memlock soft {}, hard {}", limit_in_words(process.memlock->soft),
                                            limit_in_words(process.memlock->hard)));
}

const char* place_of(const facts::CapabilitySets& sets, Capability capability) {
  if (holds(sets.effective, capability)) return "effective";
  if (holds(sets.permitted, capability)) return "permitted, not effective";
  if (holds(sets.bounding, capability)) return "in the bounding set only";
  return "absent";
}

Evidence capability_evidence(const facts::Process& process) {
  if (!process.capabilities) return lacking(process.capabilities, "capabilities");
  return seen(process.capabilities,
              base::format("IPC_LOCK {}, SYS_RESOURCE {}", place_of(*process.capabilities, Capability::ipc_lock),
                           place_of(*process.capabilities, Capability::sys_resource)));
}

/// Of the container runtime of a node, by its administrator.
std::string node_snippet(const facts::Container& container) {
  if (container.runtime.is("cri-o") || container.orchestrator.is("openshift")) {
    return "On the node (MachineConfig on OpenShift), /etc/crio/crio.conf.d/10-memlock.conf:\n"
           "[crio.runtime]\ndefault_ulimits = [\"memlock=-1:-1\"]";
  }
  return "On the node, /etc/systemd/system/containerd.service.d/10-memlock.conf, then systemctl daemon-reload and restart "
         "containerd:\n[Service]\nLimitMEMLOCK=infinity";
}

std::string in_pod(const Input& input, const memlock::Model& model) {
  const bool root = input.machine.process.uid.is(0);
  if (!root || model.ipc_lock == memlock::Reach::inert || input.machine.process.initial_user_namespace.is(false)) {
    return node_snippet(input.machine.container);
  }
  return "In the container of the pod (its SCC or Pod Security level must allow it):\nsecurityContext:\n"
         "  capabilities:\n    add: [IPC_LOCK]";
}

}  // namespace

Pinnable pinnable(const Input& input) {
  Pinnable result;
  result.model = memlock::model(input.machine.process, input.machine.memory);
  result.need_given = input.options.memlock_need.has_value();
  result.need = input.options.memlock_need.value_or(kUsualNeed);
  if (result.model.predicted) result.low = !result.model.predicted->covers(result.need);
  result.use = rdma_use(input);
  return result;
}

bool lost_to_user(const facts::Machine& machine) {
  const facts::Process& process = machine.process;
  if (!process.capabilities || !process.uid || *process.uid == 0) return false;
  const facts::CapabilitySets& sets = *process.capabilities;
  if (holds(sets.effective, Capability::ipc_lock) || process.initial_user_namespace.is(false)) return false;
  if (holds(sets.permitted, Capability::ipc_lock)) return true;
  const bool granted = in_container(machine.container) || (sets.bounding & kFullSet) != kFullSet;
  return granted && holds(sets.bounding, Capability::ipc_lock);
}

bool nothing_asked(const facts::Process& process) { return process.memlock.not_asked() && process.capabilities.not_asked(); }

Evidences pinning_evidence(const facts::Process& process) {
  Evidences evidence = {limit_evidence(process), capability_evidence(process)};
  if (!process.initial_user_namespace) {
    evidence.push_back(lacking(process.initial_user_namespace, "user namespace"));
  } else if (!*process.initial_user_namespace) {
    evidence.push_back(seen(process.initial_user_namespace, "not the initial user namespace"));
  }
  return evidence;
}

bool calls_for_reason(const Pinnable& pinnable) { return pinnable.low == true && pinnable.matters(); }

std::string need_in_words(const Pinnable& pinnable) {
  if (pinnable.need_given) return base::format("the {} asked for", base::exact(pinnable.need));
  return base::format("{}, which a large job can need", base::exact(pinnable.need));
}

std::string more_memlock(const Input& input, const memlock::Model& model) {
  const facts::Container& container = input.machine.container;
  if (model.can_raise_hard == true) return "ulimit -l unlimited  # in the start command, before the job";
  if (in_kubernetes(container)) return in_pod(input, model);
  // Rootless podman can give no more than the user who starts it has.
  if (container.runtime.is("podman") && input.machine.process.initial_user_namespace.is(false)) return kLoginLimit;
  if (container.runtime.is("docker") || container.runtime.is("podman")) {
    return base::format("{} run --ulimit memlock=-1:-1 ...", *container.runtime);
  }
  if (container.runtime) return node_snippet(container);
  if (container.orchestrator.is("slurm")) {
    return "LimitMEMLOCK=infinity in the unit of slurmd, PropagateResourceLimitsExcept=MEMLOCK in slurm.conf";
  }
  return kLoginLimit;
}

}  // namespace railhead::check
