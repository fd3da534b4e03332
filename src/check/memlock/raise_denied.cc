#include "facts/log/run.h"
#include "finding/log/search.h"
#include "finding/pinnable.h"

namespace railhead::check {
namespace {

using memlock::Reach;

const char* reason(Reach sys_resource) {
  switch (sys_resource) {
    case Reach::inert: return "CAP_SYS_RESOURCE does not count in a user namespace of its own";
    case Reach::bounded:
    case Reach::withheld: return "CAP_SYS_RESOURCE is only in the bounding set";
    default: return "CAP_SYS_RESOURCE is missing";
  }
}

/// Only where raising would help and cannot be done; a hard limit that suffices is memlock.soft-low-hard-unlimited.
std::vector<Finding> judged(const Input& input, const Pinnable& pinnable) {
  const memlock::Model& model = pinnable.model;
  const Evidences evidence = pinning_evidence(input.machine.process);
  if (!model.hard) return without(input.machine.process.memlock, "process", "memlock limit");
  if (model.hard->covers(pinnable.need)) return {};
  if (!model.can_raise_hard) return {unknown("process", "whether the hard limit can be raised here is not known", evidence)};
  if (*model.can_raise_hard) return {ok("process", "the hard limit can be raised here: CAP_SYS_RESOURCE is at hand", evidence)};
  return {violated(Severity::info, "process",
                   base::format("the hard memlock limit of {} cannot be raised from inside: {}, so that ulimit, prlimit and "
                                "setrlimit in the start command fail (IPC_LOCK does not allow it)",
                                memlock::text(*model.hard), reason(model.sys_resource)),
                   evidence, more_memlock(input, model))};
}

std::vector<Finding> of_machine(const Input& input) {
  const Pinnable pinnable = check::pinnable(input);
  return calls_for_reason(pinnable) ? judged(input, pinnable) : std::vector<Finding>{};
}

std::vector<Finding> of_log(const Input& input) {
  return search(
      input, {.what = "limit that could not be raised",
              .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::limit_denied; },
              .message = [](const facts::LogEvent&) -> std::string {
                return "raising the memlock limit was refused: whoever starts the container may not raise its own hard limit";
              }});
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

}  // namespace

Check memlock_raise_denied() {
  return {.title = "The memlock limit cannot be raised from inside",
          .severity = Severity::info,
          .cause =
              "Raising a hard limit needs CAP_SYS_RESOURCE in the initial user namespace, and it is raised for one process and "
              "its children only: an init container or another shell cannot do it for the job.",
          .fix =
              "Where the process is started, for containerd "
              "/etc/systemd/system/containerd.service.d/10-memlock.conf:\n[Service]\nLimitMEMLOCK=infinity",
          .rule = rule};
}

}  // namespace railhead::check
