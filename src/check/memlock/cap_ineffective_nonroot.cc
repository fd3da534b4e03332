#include "check/pinnable.h"

namespace railhead::check {
namespace {

const char* where_it_is(const facts::CapabilitySets& sets) {
  if (holds(sets.permitted, facts::Capability::ipc_lock)) return "permitted but not effective";
  return "in the bounding set only (CapBnd), not effective (CapEff)";
}

std::string fix(const Input& input, const Pinnable& pinnable) {
  if (pinnable.model.ipc_lock == memlock::Reach::permitted) {
    return "Give the program file the effective bit as well: setcap cap_ipc_lock+ep FILE";
  }
  return more_memlock(input, pinnable.model);
}

Finding judged(const Input& input, const Pinnable& pinnable) {
  const facts::Process& process = input.machine.process;
  Evidences evidence = pinning_evidence(process);
  evidence.push_back(seen(process.uid, base::format("uid {}", *process.uid)));
  return violated(
      pinnable.weight(Severity::error), "process",
      base::format("IPC_LOCK was granted but has no effect for uid {}: it is {}, so that no more than {} can be pinned",
                   *process.uid, where_it_is(*process.capabilities), memlock::text(*pinnable.model.predicted)),
      evidence, fix(input, pinnable));
}

/// Where low memory has no lost capability behind it.
Finding other_reason(const Pinnable& pinnable, unsigned uid) {
  if (uid == 0) return skipped("process", "this process runs as root");
  if (pinnable.model.ipc_lock == memlock::Reach::inert)
    return skipped("process", "IPC_LOCK is effective in a user namespace of its own: memlock.userns-inert says so");
  return skipped("process", "IPC_LOCK was not granted to this process");
}

std::vector<Finding> rule(const Input& input) {
  const facts::Process& process = input.machine.process;
  const Pinnable pinnable = check::pinnable(input);
  if (const auto findings = settled(input, pinnable)) return *findings;
  if (pinnable.model.ipc_lock == memlock::Reach::effective)
    return {ok("process", "IPC_LOCK is effective for the user of this process", pinning_evidence(process))};
  if (!*pinnable.low) return {skipped("process", kSuffices)};
  if (!process.capabilities) return without(process.capabilities, "process", "capabilities");
  if (!process.uid) return without(process.uid, "process", "uid");
  if (lost_to_user(input, pinnable)) return {judged(input, pinnable)};
  return {other_reason(pinnable, *process.uid)};
}

}  // namespace

Check memlock_cap_ineffective_nonroot() {
  return {
      .title = "IPC_LOCK is granted but has no effect for a non-root user",
      .severity = Severity::error,
      .cause =
          "Kubernetes and container runtimes put an added capability into the bounding set; only uid 0 then has it effective. "
          "Kubernetes has no ambient capabilities, so a non-root container does not get it and the memlock limit applies.",
      .fix = "Raise the memlock limit in the container runtime of the node, or run the container as root with IPC_LOCK.",
      .rule = rule};
}

}  // namespace railhead::check
