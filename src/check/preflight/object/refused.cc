#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Trial;

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (!input.preflight) return findings;
  std::size_t taken = 0;
  const Trial* last = nullptr;
  for (const Trial& trial : input.preflight->trials) {
    if (trial.pod) continue;
    if (trial.taken.is(true)) {
      ++taken;
      last = &trial;
    } else if (!trial.taken) {
      findings.push_back(unknown(trial.what, "whether the server takes it is not known", {lacking(trial.taken, trial.what)}));
    } else {
      findings.push_back(violated(Severity::error, trial.what, base::format("the server does not take it: {}", trial.said),
                                  {seen(trial.taken, base::format("tried as {}, nothing was kept", trial.by))}, trial.fix));
    }
  }
  if (taken > 0)
    findings.push_back(ok("API server", base::format("takes {} of the job", base::counted(taken, "object")),
                          {seen(last->taken, "tried, nothing was kept")}));
  return findings;
}

}  // namespace

Check preflight_object_refused() {
  return {
      .title = "The server does not take an object of the job",
      .severity = Severity::error,
      .cause =
          "Each object was sent with --dry-run=server: the API server checks rights, fields, quotas and webhooks as it would "
          "later, and keeps nothing.",
      .fix = "railhead render FILE --for admin  # what somebody with an admin's rights applies first",
      .rule = rule};
}

}  // namespace railhead::check
