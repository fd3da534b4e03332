#include "finding/pinnable.h"

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
  // Where the limit can be raised from within, that is the easier cure, which memlock.low or memlock.soft-low-hard-unlimited
  // name.
  const memlock::Model& model = pinnable.model;
  const bool curable = (model.hard && model.hard->covers(pinnable.need)) || model.can_raise_hard == true;
  return violated(
      pinnable.weight(curable ? Severity::warning : Severity::error), "process",
      base::format("IPC_LOCK is granted but has no effect for uid {}: it is {}, so that no more than {} can be pinned",
                   *process.uid, where_it_is(*process.capabilities), memlock::text(*pinnable.model.predicted)),
      evidence, fix(input, pinnable));
}

std::vector<Finding> rule(const Input& input) {
  const facts::Process& process = input.machine.process;
  const Pinnable pinnable = check::pinnable(input);
  if (calls_for_reason(pinnable) && !process.uid) return without(process.uid, "process", "uid");
  if (!pinnable.low || !lost_to_user(input.machine)) return {};
  if (calls_for_reason(pinnable)) return {judged(input, pinnable)};
  if (*pinnable.low) return {};
  return {ok(
      "process",
      base::format("IPC_LOCK is granted and has no effect for uid {}, but the memlock limit suffices without it", *process.uid),
      pinning_evidence(process))};
}

}  // namespace

Check memlock_cap_ineffective_nonroot() {
  return {
      .title = "IPC_LOCK is granted but has no effect for a non-root user",
      .severity = Severity::error,
      .cause =
          "Kubernetes and container runtimes put an added capability into the bounding set; only uid 0 then has it effective. "
          "Kubernetes has no ambient capabilities, so a non-root container does not get it and the memlock limit applies.",
      .fix =
          "Where the container is started, for containerd /etc/systemd/system/containerd.service.d/10-memlock.conf (or run it "
          "as root):\n[Service]\nLimitMEMLOCK=infinity",
      .rule = rule};
}

}  // namespace railhead::check
