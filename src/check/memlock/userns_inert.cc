#include "check/pinnable.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  const facts::Process& process = input.machine.process;
  const Pinnable pinnable = check::pinnable(input);
  const Evidences evidence = pinning_evidence(process);
  if (pinnable.model.ipc_lock != memlock::Reach::inert || !pinnable.low) return {};
  if (!*pinnable.low)
    return {ok("process", "IPC_LOCK does not count in this user namespace, but the limit suffices", evidence)};
  if (!calls_for_reason(pinnable)) return {};
  return {violated(
      pinnable.weight(Severity::error), "process",
      base::format("IPC_LOCK is shown as effective, but this is a user namespace of its own, where it does not count. This "
                   "process can pin {}",
                   memlock::text(*pinnable.model.predicted)),
      evidence, more_memlock(input, pinnable.model))};
}

}  // namespace

Check memlock_userns_inert() {
  return {.title = "IPC_LOCK in a user namespace",
          .severity = Severity::error,
          .cause =
              "The kernel asks for CAP_IPC_LOCK in the initial user namespace. In a container with hostUsers: false, or of a "
              "rootless "
              "runtime, every capability is shown and this one does not count.",
          .fix =
              "Raise the memlock limit in the container runtime or of the user who starts it, or run without a user namespace "
              "(hostUsers: true).",
          .rule = rule};
}

}  // namespace railhead::check
