#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::SurveyedConstraint;
using facts::Trial;
using facts::WantedJob;

/// An SCC that lets IPC_LOCK through and is no wider than it must be.
const SurveyedConstraint* with_ipc_lock(const facts::Survey& survey) {
  const SurveyedConstraint* wide = nullptr;
  if (!survey.constraints) return nullptr;
  for (const SurveyedConstraint& one : *survey.constraints) {
    if (!one.ipc_lock) continue;
    if (!one.privileged) return &one;
    wide = &one;
  }
  return wide;
}

bool says(const Trial& trial, const char* words) { return trial.said.find(words) != std::string::npos; }

/// IPC_LOCK that no SCC of the account lets through is the usual one.
std::string fix_of(const Preflight& all, const Trial& trial) {
  if (all.jobs.empty()) return trial.fix;
  const WantedJob& job = all.jobs.front();
  if (says(trial, "security context constraint")) {
    const SurveyedConstraint* one = with_ipc_lock(all.survey);
    const std::string scc = !job.scc.empty() && !job.scc_made ? job.scc : one && !one->privileged ? one->object.name : "";
    if (scc.empty())
      return "railhead render FILE --for admin | oc apply -f -  # an admin: the smallest SCC that takes the pod, and its grant";
    return base::format("oc adm policy add-scc-to-user {} -z {} -n {}  # an admin", word(scc), word(job.account),
                        word(job.space));
  }
  if (says(trial, "violates PodSecurity"))
    return base::format(
        "{} label namespace {} --overwrite pod-security.kubernetes.io/enforce=privileged  # an admin: IPC_LOCK is over "
        "baseline",
        all.survey.program, word(job.space));
  if (!trial.fix.empty()) return trial.fix;
  return base::format("{} get events -n {}  # what was said is of a webhook or of the API: its words tell what to change",
                      all.survey.program, word(job.space));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (!input.preflight) return findings;
  for (const Trial& trial : input.preflight->trials) {
    if (!trial.pod || trial.quota) continue;  // preflight.quota.exceeded counts
    const std::string subject = base::format("a pod of {}", trial.what);
    if (trial.taken.is(true))
      findings.push_back(
          ok(subject, base::format("is admitted, says {}", trial.by), {seen(trial.taken, "tried, nothing was kept")}));
    else if (!trial.taken)
      findings.push_back(
          unknown(subject, "whether it is admitted is not known", {lacking(trial.taken, "a pod that is not kept")}));
    else
      findings.push_back(violated(Severity::error, subject, base::format("is refused: {}", trial.said),
                                  {seen(trial.taken, base::format("says {}", trial.by))}, fix_of(*input.preflight, trial)));
  }
  return findings;
}

}  // namespace

Check preflight_pod_refused() {
  return {
      .title = "The cluster does not admit the job's pods",
      .severity = Severity::error,
      .cause =
          "A controller creates the pods, and what refuses them then is seen in its events alone: an SCC that lets IPC_LOCK "
          "through and that the service account may not use (\"capability may not be added\"), the Pod Security level of the "
          "namespace, or a webhook.",
      .fix = "oc adm policy add-scc-to-user SCC -z ACCOUNT -n NAMESPACE",
      .rule = rule};
}

}  // namespace railhead::check
