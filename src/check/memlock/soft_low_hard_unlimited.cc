#include "finding/pinnable.h"

namespace railhead::check {
namespace {

std::string raise_command(const memlock::Allowance& hard) {
  if (hard.unlimited()) return "ulimit -S -l unlimited  # in the start command, before the job";
  return base::format("ulimit -S -l {}  # in the start command, before the job", hard.limit->value / 1024);
}

std::vector<Finding> rule(const Input& input) {
  const Pinnable pinnable = check::pinnable(input);
  const memlock::Model& model = pinnable.model;
  const Evidences evidence = pinning_evidence(input.machine.process);
  if (pinnable.low == false && model.ipc_lock != memlock::Reach::effective) {
    return {ok("process", base::format("the soft memlock limit suffices: {}", memlock::text(*model.predicted)), evidence)};
  }
  if (!calls_for_reason(pinnable)) return {};
  if (!model.hard) return without(input.machine.process.memlock, "process", "memlock limit");
  if (!model.hard->covers(pinnable.need)) return {};
  return {violated(
      pinnable.weight(Severity::warning), "process",
      base::format(
          "can pin {}, but its hard limit is {}: the job can raise the soft limit itself, and must, since most programs do not",
          memlock::text(*model.predicted), model.hard->unlimited() ? "unlimited" : memlock::text(*model.hard)),
      evidence, raise_command(*model.hard))};
}

}  // namespace

Check memlock_soft_low_hard_unlimited() {
  return {.title = "The soft memlock limit is low, the hard one is not",
          .severity = Severity::warning,
          .cause =
              "The soft limit is what counts. A process may raise it up to the hard limit without any privilege, and its "
              "children inherit it, but NCCL, UCX and MPI do not do it.",
          .fix = "ulimit -S -l unlimited  # in the start command, before the job",
          .rule = rule};
}

}  // namespace railhead::check
