#include <algorithm>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::SurveyedConstraint;
using facts::WantedJob;

std::string grant_of(const WantedJob& job) {
  return base::format("oc adm policy add-scc-to-user {} -z {} -n {}  # an admin", word(job.scc), word(job.account),
                      word(job.space));
}

std::vector<Finding> judge(const Preflight& all, const WantedJob& job) {
  if (!all.survey.openshift.is(true) || job.scc.empty() || job.scc_made) return {};
  const auto& those = all.survey.constraints;
  const std::string subject = base::format("SCC {}", base::one_line(job.scc));
  if (!those)
    return {unknown(subject, base::format("whether it is there is not known; as admin: oc get scc {}", word(job.scc)),
                    {lacking(those, "security context constraints")})};
  const auto found = std::ranges::find_if(*those, [&](const SurveyedConstraint& one) { return one.object.name == job.scc; });
  if (found == those->end())
    return {violated(Severity::error, subject, "is named by the job's cluster, and is not there",
                     {seen(those, base::counted(those->size(), "SCC"))},
                     "railhead render FILE --for admin | oc apply -f -  # without scc: in railhead.yaml: one is made")};
  const auto& may = found->account_may;
  if (may.not_asked()) return {};  // it does not let IPC_LOCK through, and the trial of a pod tells what it takes
  if (!may)
    return {unknown(subject,
                    base::format("whether service account {} may use it is not known; as admin: oc auth can-i use scc/{} -n {} "
                                 "--as=system:serviceaccount:{}:{}",
                                 base::one_line(job.account), word(job.scc), word(job.space), job.space, job.account),
                    {lacking(may, "the right to use it")})};
  const Evidences evidence = {seen(may, base::format("service account {}", base::one_line(job.account)))};
  if (*may) return {ok(subject, base::format("service account {} may use it", base::one_line(job.account)), evidence)};
  return {violated(
      Severity::error, subject,
      base::format("service account {} may not use it, so that its pods do not get IPC_LOCK", base::one_line(job.account)),
      evidence, grant_of(job))};
}

std::vector<Finding> rule(const Input& input) { return each_job(input, judge); }

}  // namespace

Check preflight_scc_not_granted() {
  return {
      .title = "The job's service account may not use the SCC that its cluster names",
      .severity = Severity::error,
      .cause =
          "A pod is admitted by a constraint that its service account may use. Without one that lets IPC_LOCK through the pod "
          "is refused: \"capability may not be added: IPC_LOCK\".",
      .fix = "oc adm policy add-scc-to-user SCC -z ACCOUNT -n NAMESPACE",
      .rule = rule};
}

}  // namespace railhead::check
