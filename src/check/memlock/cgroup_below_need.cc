#include "finding/finding.h"

namespace railhead::check {
namespace {

std::string fix(const Input& input, base::Bytes need) {
  if (!input.machine.container.orchestrator)
    return base::format("docker run --memory {0}m ..., or in a systemd unit: MemoryMax={0}M", (need.value >> 20) + 1);
  return base::format("resources:\n  limits:\n    memory: {}Mi  # and what the job needs beside pinned memory",
                      (need.value >> 20) + 1);
}

std::vector<Finding> judged(const Input& input, const facts::CgroupMemory& group, const Evidences& evidence) {
  const base::Bytes need = *input.options.memlock_need;
  if (*group.limit >= need) {
    return {ok("process",
               base::format("the memory control group holds {}, enough for {}", base::rounded(*group.limit), base::exact(need)),
               evidence)};
  }
  return {
      violated(Severity::error, "process",
               base::format("the memory control group holds {}, less than the {} to be pinned: the job would be killed (OOM)",
                            base::exact(*group.limit), base::exact(need)),
               evidence, fix(input, need))};
}

std::vector<Finding> rule(const Input& input) {
  const auto& group = input.machine.memory.cgroup;
  if (!group && group.missing().why == facts::Why::not_found) return {skipped("process", "there is no memory control group")};
  if (!group) return without(group, "process", "the limit of the memory control group");
  if (!group->limit) return {ok("process", "the memory control group has no limit", {seen(group, "no limit")})};
  if (!input.options.memlock_need) return {skipped("process", "no need was given (--memlock-need)")};
  return judged(input, *group, {seen(group, base::format("limit {}", base::exact(*group->limit)))});
}

}  // namespace

Check memlock_cgroup_below_need() {
  return {.title = "The memory control group holds less than is to be pinned",
          .severity = Severity::error,
          .cause =
              "Pinned pages are charged to the memory control group. Where the memlock limit lets a job pin more than the "
              "group holds, nothing is refused: the kernel kills a process of the group instead.",
          .fix = "In the container of the pod, more than what the job pins:\nresources:\n  limits:\n    memory: SIZE",
          .rule = rule};
}

}  // namespace railhead::check
