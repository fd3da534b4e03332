#include "finding/pinnable.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  const memlock::Model model = pinnable(input).model;
  if (model.ipc_lock != memlock::Reach::effective) return {};
  const bool limited = model.soft && !model.soft->unlimited();
  return {ok("process",
             limited
                 ? base::format("the memlock limit of {} does not count: CAP_IPC_LOCK is effective", memlock::text(*model.soft))
                 : "CAP_IPC_LOCK is effective: no memlock limit counts",
             pinning_evidence(input.machine.process))};
}

}  // namespace

Check memlock_ok_cap() {
  return {.title = "IPC_LOCK is effective, so that no memlock limit counts",
          .severity = Severity::info,
          .cause =
              "The kernel does not apply the memlock limit to a process with CAP_IPC_LOCK in the initial user namespace, "
              "whatever \"ulimit -l\" prints.",
          .fix = "Nothing to do. A job that drops to another user loses the capability, and the limit counts again.",
          .rule = rule,
          .good_state = true};
}

}  // namespace railhead::check
