#include "finding/pinnable.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  const facts::Process& process = input.machine.process;
  const Pinnable pinnable = check::pinnable(input);
  const Evidences evidence = pinning_evidence(process);
  if (pinnable.model.ipc_lock != memlock::Reach::inert || !pinnable.low) return {};
  if (!*pinnable.low)
    return {
        ok("process", "IPC_LOCK does not count in this user namespace, but the memlock limit suffices without it", evidence)};
  if (!calls_for_reason(pinnable)) return {};
  return {violated(
      pinnable.weight(Severity::error), "process",
      base::format("IPC_LOCK is shown as effective, but does not count in this user namespace: no more than {} can be pinned",
                   memlock::text(*pinnable.model.predicted)),
      evidence, more_memlock(input, pinnable.model))};
}

}  // namespace

Check memlock_userns_inert() {
  return {.title = "IPC_LOCK does not count in this user namespace",
          .severity = Severity::error,
          .cause =
              "The kernel asks for CAP_IPC_LOCK in the initial user namespace. In a container with hostUsers: false, or of a "
              "rootless runtime, every capability is shown and this one does not count.",
          .fix = "In the pod, unless the memlock limit of the container runtime can be raised:\nspec:\n  hostUsers: true",
          .rule = rule};
}

}  // namespace railhead::check
