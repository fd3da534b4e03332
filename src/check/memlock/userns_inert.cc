#include <algorithm>
#include <iterator>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"
#include "finding/pinnable.h"

namespace railhead::check {
namespace {

std::vector<Finding> of_process(const Input& input) {
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

/// A pod with hostUsers: false that adds the capability. Root of it is no root to the kernel.
std::optional<Finding> declared(const Declared& one) {
  const facts::Placed* capability = added(one.container, "IPC_LOCK");
  if (capability == nullptr) capability = added(one.container, "SYS_RESOURCE");
  if (capability == nullptr || !one.pod.host_users) return std::nullopt;
  Evidences evidence = {{"adds " + capability->text, capability->source},
                        seen(one.pod.host_users, *one.pod.host_users ? "hostUsers: true" : "hostUsers: false")};
  if (*one.pod.host_users)
    return ok(one.subject(), "its capabilities count: it is in the user namespace of the node", evidence);
  if (auto outside = raised_from_outside(one)) {
    evidence.push_back(*std::move(outside));
    return ok(one.subject(), "its capabilities do not count, and the limit is raised from outside", evidence);
  }
  return violated(
      Severity::error, one.subject(),
      base::format("adds {} in a user namespace of its own (hostUsers: false): the capability is shown and does not "
                   "count, so that the node's memlock limit applies",
                   capability->text),
      evidence);
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = of_process(input);
  std::ranges::move(each_declared(input, declared), std::back_inserter(findings));
  return findings;
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
