#include <algorithm>
#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"
#include "finding/pinnable.h"

namespace railhead::check {
namespace {

using facts::LogFault;

/// A registration that failed without its errno.
bool is_bare(const facts::LogEvent& event) {
  if (event.fault == LogFault::region_failed) return !event.call.error;
  return event.fault == LogFault::verbs_call && event.call.name.starts_with("ibv_reg_mr") && !event.call.error;
}

/// The reason stands elsewhere in the log, and the check about it says more.
bool has_reason(const Input& input) {
  return std::ranges::any_of(input.log->events, [](const facts::LogEvent& event) {
    if (event.fault == LogFault::bad_address || event.fault == LogFault::driver_mkey || event.fault == LogFault::pin_failed)
      return true;
    const bool registration = event.fault == LogFault::region_failed ||
                              (event.fault == LogFault::verbs_call && event.call.name.starts_with("ibv_reg"));
    return registration && event.call.error.has_value();
  });
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr || has_reason(input)) return {};
  const bool pins = pinnable(input).low == false;
  return search(
      input,
      {.what = "memory region that could not be made, without a reason",
       .is = is_bare,
       .message = [pins](const facts::LogEvent& event) -> std::string {
         const std::string start = "memory could not be registered" + place_of(event) + ", and the log does not say why: ";
         return start + (pins ? "not the memlock limit, which suffices; GPU memory without nvidia_peermem or DMA-BUF fails so"
                              : "ENOMEM would be the memlock limit (IPC_LOCK), EFAULT GPU memory without nvidia_peermem");
       }});
}

}  // namespace

Check mr_create_failed() {
  return {
      .title = "A memory region could not be registered",
      .severity = Severity::error,
      .cause =
          "The program could not register memory with the adapter and did not print the errno. Mostly the memlock limit is too "
          "low and CAP_IPC_LOCK is not effective; for GPU memory the kernel may lack a way to pin it.",
      .fix = "ulimit -l; grep CapEff /proc/self/status  # where the job runs; both go to railhead explain",
      .rule = rule,
      .stage = Stage::symptom};
}

}  // namespace railhead::check
