#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.severity = Severity::error,
                        .what = "collective that timed out",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::collective_timeout; },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "a collective operation did not end in time, so a rank waited for others" + pointed_to(event);
                        }});
}

}  // namespace

Check nccl_collective_timeout() {
  return {.title = "A collective operation timed out",
          .severity = Severity::error,
          .cause =
              "A collective ends when every rank has come to it. A watchdog that gives up tells that some rank did "
              "not come or that its data did not arrive; which, stands in the log of the rank that did not time "
              "out, or that failed first.",
          .fix =
              "Read the log of every rank for its first error: railhead explain rank-*.log  # with NCCL_DEBUG=INFO "
              "in all of them",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
