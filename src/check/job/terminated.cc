#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input,
                {.severity = Severity::warning,
                 .what = "process ended with SIGTERM",
                 .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::terminated; },
                 .message = [](const facts::LogEvent& event) -> std::string {
                   return "a process was ended with SIGTERM, as launchers do with the rest of a job when one process fails" +
                          pointed_to(event);
                 }});
}

}  // namespace

Check job_terminated() {
  return {.title = "A process was ended with SIGTERM",
          .severity = Severity::warning,
          .cause =
              "SIGTERM (exit code 143, or -15) comes from outside: a launcher that ends the other ranks after one "
              "failed, or Kubernetes that ends the pod. It is never the first cause within the job.",
          .fix = "kubectl describe pod POD  # where no rank failed before: was the pod evicted or deleted?",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
