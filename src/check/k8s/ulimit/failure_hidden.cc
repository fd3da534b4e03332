#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

/// IPC_LOCK that counts lets it pin all the same: the command is then of no matter.
bool pins_anyway(const Declared& one, Evidences& evidence) {
  Evidences unused;
  const facts::Placed* capability = added(one.container, "IPC_LOCK");
  if (capability == nullptr || runs_as_other_user(one.container, unused) || one.pod.host_users.is(false)) return false;
  evidence.push_back({"adds " + capability->text, capability->source});
  return true;
}

std::optional<Finding> judge(const Declared& one) {
  if (one.container.init) return std::nullopt;
  const std::vector<MemlockRaise> raises = memlock_raises(one.container);
  const auto raise = std::ranges::find(raises, true, &MemlockRaise::ignored);
  if (raise == raises.end()) return std::nullopt;
  Evidences evidence = {shown(raise->command)};
  if (may_raise_limits(one)) return ok(one.subject(), "raises its memlock limit, and may: there is nothing to hide", evidence);
  if (!one.container.whole || raised_from_outside(one)) return std::nullopt;
  evidence.push_back({"no SYS_RESOURCE that counts", one.container.source});
  const bool pins = pins_anyway(one, evidence);
  return violated(
      pins ? Severity::info : Severity::warning, one.subject(),
      base::format("'{}' is refused without SYS_RESOURCE unless the node's limit is as high already, and the script "
                   "hides it: {}",
                   written(raise->command),
                   pins ? "IPC_LOCK lets it pin memory all the same" : "the job goes on with the node's limit"),
      evidence, pins ? base::format("Remove it: {}  # IPC_LOCK is enough", written(raise->command)) : std::string());
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_ulimit_failure_hidden() {
  return {.title = "A script hides that its memlock limit was not raised",
          .severity = Severity::warning,
          .cause =
              "\"|| true\" and \"2>/dev/null\" let a script go on after ulimit or prlimit was refused. What comes of it is "
              "seen much "
              "later, when a registration of memory fails.",
          .fix = "ulimit -l unlimited || exit 1  # with SYS_RESOURCE; or without this line and with IPC_LOCK, as root",
          .rule = rule};
}

}  // namespace railhead::check
