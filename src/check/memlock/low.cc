#include <algorithm>
#include <cerrno>

#include "facts/log/run.h"
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

bool has_event(const Input& input, bool (*is)(const facts::LogEvent&)) {
  return input.log != nullptr && std::ranges::any_of(input.log->events, is);
}

/// A limit that is low, of a process whose capabilities nobody told, beside a completion that failed: worth knowing, and not
/// the reason, since a limit strikes at registration.
std::vector<Finding> beside_completion(const Input& input, const Pinnable& pinnable) {
  const facts::Process& process = input.machine.process;
  if (pinnable.low || !pinnable.model.soft || pinnable.model.soft->covers(pinnable.need) || !process.capabilities.not_asked())
    return {};
  if (!has_event(input, [](const facts::LogEvent& event) { return event.fault == facts::LogFault::completion; })) return {};
  return {violated(Severity::warning, "process",
                   base::format("memlock is {}, low for RDMA unless CAP_IPC_LOCK is effective; it does not explain the failed "
                                "completion, since it strikes at registration",
                                memlock::text(*pinnable.model.soft)),
                   {seen(process.memlock, "memlock " + memlock::text(*pinnable.model.soft))},
                   "grep CapEff /proc/self/status  # bit 14 is IPC_LOCK; without it: " + more_memlock(input, pinnable.model))};
}

std::vector<Finding> of_machine(const Input& input) {
  const Pinnable pinnable = check::pinnable(input);
  if (nothing_asked(input.machine.process)) return {};
  const Evidences evidence = pinning_evidence(input.machine.process);
  if (auto beside = beside_completion(input, pinnable); !beside.empty()) return beside;
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
  return has_event(input, [](const facts::LogEvent& event) { return event.fault == facts::LogFault::driver_mkey; });
}

bool ran_out(const facts::LogEvent& event) {
  const bool region = event.fault == facts::LogFault::region_failed && event.call.error == ENOMEM;
  return region || event.fault == facts::LogFault::pin_failed || is_call(event, "ibv_", ENOMEM);
}

/// "; the limit is 64 KiB" where a text tells it.
std::string limit_in_words(const Input& input) {
  const facts::Known<facts::Limit>& limit = input.machine.process.memlock;
  if (!limit || !limit->soft) return "";
  return base::format("; its memlock limit is {}", base::exact(base::Bytes{*limit->soft}));
}

std::string ran_out_message(const Input& input, const facts::LogEvent& event) {
  const std::string limit = limit_in_words(input);
  if (event.fault == facts::LogFault::verbs_call)
    return event.call.name + place_of(event) + " failed with ENOMEM: the process may not pin that much memory" + limit;
  return "memory could not be pinned, or a queue not be made: the process may not lock that much memory" + limit;
}

std::vector<Finding> of_log(const Input& input) {
  if (is_drivers(input) || check::pinnable(input).low == false) return {};  // what is known to suffice is not what failed
  std::vector<Finding> findings = search(
      input, {.what = "registration that ran out of memory", .is = ran_out, .message = [&input](const facts::LogEvent& event) {
                return ran_out_message(input, event);
              }});
  const facts::Process& process = input.machine.process;
  for (Finding& finding : findings)
    if (finding.verdict == Verdict::violated && process.memlock) finding.evidence.push_back(pinning_evidence(process).front());
  return findings;
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
