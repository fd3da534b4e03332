#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"
#include "finding/declared/objects.h"
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

constexpr const char* kDeclared =
    "securityContext:\n  runAsUser: 0  # with IPC_LOCK; or keep the user and raise memlock on the node: railhead memlock "
    "explain "
    "--uid 1000 --caps IPC_LOCK";

/// What gives a user other than root locked memory all the same; nothing where the text shows no such way.
std::optional<Finding> given_all_the_same(const Declared& one, Evidences evidence) {
  if (auto outside = raised_from_outside(one)) {
    evidence.push_back(*std::move(outside));
    return ok(one.subject(), "IPC_LOCK has no effect for its user, and the limit is raised from outside", std::move(evidence));
  }
  const facts::ShellCommand* launcher = launcher_of(one.container);
  if (launcher == nullptr || one.container.security.privilege_escalation.is(false)) return std::nullopt;
  evidence.push_back(shown(*launcher));
  return ok(one.subject(), "the launcher takes IPC_LOCK from the bounding set and hands it on to the user's program",
            std::move(evidence));
}

/// A user that is known weighs more than runAsNonRoot alone, where the image says who it is.
Severity weight(const facts::DeclaredContainer& container) {
  return container.security.user ? Severity::error : Severity::warning;
}

/// A manifest says who a container runs as, and that is enough: there is no way in it to make a capability ambient.
std::optional<Finding> declared(const Declared& one) {
  const facts::DeclaredContainer& container = one.container;
  const facts::Placed* capability = added(container, "IPC_LOCK");
  if (capability == nullptr) return std::nullopt;
  Evidences evidence = {{"adds " + capability->text, capability->source}};
  if (!runs_as_other_user(container, evidence)) {
    if (!container.security.user.is(0)) return std::nullopt;  // the image decides, or an SCC
    evidence.push_back(seen(container.security.user, "runs as user 0"));
    return ok(one.subject(), "IPC_LOCK is granted to root, who has it effective", evidence);
  }
  if (auto finding = given_all_the_same(one, evidence)) return finding;
  if (container.security.privilege_escalation.is(false))
    evidence.push_back(seen(container.security.privilege_escalation, "allowPrivilegeEscalation: false"));
  const std::string who =
      container.security.user ? base::format("user {}", *container.security.user) : std::string("a user other than root");
  return violated(
      weight(container), one.subject(),
      base::format("adds IPC_LOCK and runs as {}: the capability is in the bounding set only and has no effect, so that the "
                   "node's memlock limit applies",
                   who),
      evidence, kDeclared);
}

/// The same for docker run and its like, where no --ulimit lifts the limit.
std::optional<Finding> started(const RdmaRun& one) {
  const facts::Placed* capability = added(one.run.container, "IPC_LOCK");
  if (capability == nullptr || is_unlimited(one.run.memlock)) return std::nullopt;
  Evidences evidence = {{"adds " + capability->text, capability->source}};
  if (!runs_as_other_user(one.run.container, evidence)) return std::nullopt;
  return violated(Severity::error, one.subject(),
                  "adds IPC_LOCK and runs as a user other than root: the capability has no effect", evidence,
                  one.object.kind.empty() ? "ulimits: {memlock: -1}" : "--ulimit memlock=-1");
}

std::vector<Finding> of_process(const Input& input) {
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

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = of_process(input);
  std::ranges::move(each_declared(input, declared), std::back_inserter(findings));
  for (const RdmaRun& one : rdma_runs(input))
    if (auto finding = started(one)) findings.push_back(std::move(*finding));
  return findings;
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
