#include <algorithm>
#include <cerrno>

#include "finding/log/search.h"
#include "finding/pinnable.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

std::string what_is_pinned(const memlock::Model& model) {
  const std::string amount = model.predicted->unlimited() ? "without limit" : memlock::text(*model.predicted);
  std::string text = base::format("can pin {}: {}", amount, model.why);
  if (model.group && !model.group->unlimited()) {
    text += base::format("; its memory control group holds {} in all", memlock::text(*model.group));
  }
  return text;
}

/// The loud finding is another's where that one knows the reason: a limit that the job may raise itself, a capability that was
/// given and does not count.
Severity loudness(const Input& input, const Pinnable& pinnable) {
  if (pinnable.model.hard && pinnable.model.hard->covers(pinnable.need)) return Severity::info;
  const bool explained = pinnable.model.ipc_lock == memlock::Reach::inert || lost_to_user(input.machine);
  return pinnable.weight(explained ? Severity::warning : Severity::error);
}

const char* why_no_matter(const Pinnable& pinnable) {
  return pinnable.use == RdmaUse::none ? "there is no RDMA device here" : kNotWanted;
}

std::vector<Finding> of_machine(const Input& input) {
  const Pinnable pinnable = check::pinnable(input);
  if (nothing_asked(input.machine.process)) return {};
  const Evidences evidence = pinning_evidence(input.machine.process);
  if (!pinnable.low) return {unknown("process", pinnable.model.why, evidence)};
  if (!*pinnable.low) return {ok("process", what_is_pinned(pinnable.model), evidence)};
  if (!pinnable.matters()) return {skipped("machine", why_no_matter(pinnable))};
  return {violated(loudness(input, pinnable), "process",
                   base::format("can pin {}, less than {}: {}", memlock::text(*pinnable.model.predicted),
                                need_in_words(pinnable), pinnable.model.why),
                   evidence, more_memlock(input, pinnable.model))};
}

/// The adapter's driver may be what ran out: mr.enomem-driver says so.
bool is_drivers(const Input& input) {
  return input.log != nullptr && std::ranges::any_of(input.log->events, [](const facts::LogEvent& event) {
           return event.fault == facts::LogFault::driver_mkey;
         });
}

std::vector<Finding> of_log(const Input& input) {
  if (is_drivers(input) || check::pinnable(input).low == false) return {};  // what is known to suffice is not what failed
  return search(input, {.what = "registration that ran out of memory",
                        .is = [](const facts::LogEvent& event) { return is_call(event, "ibv_", ENOMEM); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return event.call.name + place_of(event) +
                                 " failed with ENOMEM: the process may not pin that much memory";
                        }});
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

}  // namespace

Check memlock_low() {
  return {.title = "The limit on locked memory is too low",
          .severity = Severity::error,
          .cause =
              "RDMA pins the memory that it registers. Without CAP_IPC_LOCK all of it must fit the soft memlock limit of the "
              "process, else ibv_reg_mr, ibv_create_cq or ibv_create_qp fail with \"Cannot allocate memory\".",
          .fix =
              "Where the process is started, for containerd "
              "/etc/systemd/system/containerd.service.d/10-memlock.conf:\n[Service]\nLimitMEMLOCK=infinity",
          .rule = rule};
}

}  // namespace railhead::check
