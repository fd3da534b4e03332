#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const RdmaRun& one) {
  const facts::DeclaredContainer& container = one.run.container;
  if (const facts::Placed* capability = added(container, "IPC_LOCK"))
    return ok(one.subject(), base::format("adds {}", capability->text), {{"adds " + capability->text, capability->source}});
  if (is_privileged(container)) return ok(one.subject(), "is privileged: IPC_LOCK is among its capabilities", {one.why});
  if (is_unlimited(one.run.memlock))
    return ok(one.subject(), "may pin without limit: it needs no IPC_LOCK",
              {seen(one.run.memlock, "memlock " + *one.run.memlock)});
  if (!container.whole) return std::nullopt;
  const bool service = one.object.kind.empty();
  return violated(Severity::warning, one.subject(),
                  "is to use RDMA and has no --cap-add=IPC_LOCK: no more than the memlock limit can be pinned",
                  {one.why, {"no IPC_LOCK among its capabilities", container.source}},
                  service ? "cap_add: [IPC_LOCK]" : "--cap-add=IPC_LOCK --ulimit memlock=-1");
}

std::vector<Finding> rule(const Input& input) { return judged_runs(input, judge); }

}  // namespace

Check docker_missing_ipc_lock() {
  return {
      .title = "A container for RDMA is started without IPC_LOCK",
      .severity = Severity::warning,
      .cause =
          "RDMA pins the memory it registers. Root with IPC_LOCK may pin all it has; without the capability the memlock limit "
          "applies, which containers get from the daemon.",
      .fix = "--cap-add=IPC_LOCK",
      .rule = rule};
}

}  // namespace railhead::check
