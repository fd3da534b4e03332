#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

/// Root with IPC_LOCK is not bound by the limit.
bool needs_no_limit(const facts::DeclaredContainer& container) {
  Evidences unused;
  return (added(container, "IPC_LOCK") || is_privileged(container)) && !runs_as_other_user(container, unused);
}

std::optional<Finding> judge(const RdmaRun& one) {
  const facts::DeclaredContainer& container = one.run.container;
  if (is_unlimited(one.run.memlock))
    return ok(one.subject(), "may pin without limit", {seen(one.run.memlock, "memlock " + *one.run.memlock)});
  if (needs_no_limit(container)) return ok(one.subject(), "is root with IPC_LOCK: the limit does not apply", {one.why});
  if (!container.whole && !one.run.memlock) return std::nullopt;
  Evidences evidence = {one.why, {"no --ulimit memlock", container.source}};
  if (one.run.memlock) evidence.back() = seen(one.run.memlock, "memlock " + *one.run.memlock);
  runs_as_other_user(container, evidence);
  const bool service = one.object.kind.empty();
  return violated(
      Severity::warning, one.subject(),
      one.run.memlock
          ? base::format("is to use RDMA, and may pin no more than {} bytes", *one.run.memlock)
          : std::string("is to use RDMA and has no --ulimit memlock=-1: it gets the daemon's limit, mostly 64 KiB or 8 MiB"),
      evidence, service ? "ulimits: {memlock: -1}" : "--ulimit memlock=-1");
}

std::vector<Finding> rule(const Input& input) { return judged_runs(input, judge); }

}  // namespace

Check docker_missing_memlock() {
  return {.title = "A container for RDMA is started with the daemon's memlock limit",
          .severity = Severity::warning,
          .cause =
              "A container has the memlock limit of the daemon that starts it. Who is not root has no use of IPC_LOCK, and can "
              "pin no "
              "more than that.",
          .fix = "--ulimit memlock=-1",
          .rule = rule};
}

}  // namespace railhead::check
