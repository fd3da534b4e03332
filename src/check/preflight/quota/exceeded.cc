#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::QuotaUse;

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (!input.preflight || input.preflight->jobs.empty()) return findings;
  const facts::Survey& survey = input.preflight->survey;
  const auto& quotas = survey.space.quotas;
  const std::string space = base::one_line(survey.space.name);
  if (!quotas) {
    if (!quotas.not_asked())
      findings.push_back(unknown(
          base::format("namespace {}", space),
          base::format("its quotas are not known; as admin: {} describe quota -n {}", survey.program, word(survey.space.name)),
          {lacking(quotas, "quotas")}));
    return findings;
  }
  for (const QuotaUse& use : input.preflight->quotas) {
    if (!use.left || *use.left >= use.wanted) continue;
    const std::string subject = base::format("quota {}/{}", space, base::one_line(use.quota));
    const std::string resource = base::one_line(use.resource);
    findings.push_back(violated(
        use.scoped ? Severity::warning : Severity::error, subject,
        base::format("has {} of {} {} used, and the jobs ask for more than is left{}", use.used.empty() ? "0" : use.used,
                     use.hard, resource, use.scoped ? "; it counts some pods alone" : ""),
        {seen(quotas, base::format("{}: hard {}, used {}", resource, use.hard, use.used.empty() ? "0" : use.used))},
        base::format("{} describe quota {} -n {}  # an admin raises {}; or take less: nodes, gpus", survey.program,
                     word(use.quota), word(survey.space.name), resource)));
  }
  if (findings.empty())
    findings.push_back(
        ok(base::format("namespace {}", space),
           quotas->empty() ? "has no quota" : base::format("{} with room for the job", base::counted(quotas->size(), "quota")),
           {seen(quotas, "quotas")}));
  return findings;
}

}  // namespace

Check preflight_quota_exceeded() {
  return {.title = "A quota of the namespace has too little left for the job",
          .severity = Severity::error,
          .cause =
              "A ResourceQuota bounds what all pods of a namespace ask for together. A pod over it is not created: \"exceeded "
              "quota\", and its controller goes on trying.",
          .fix = "kubectl describe quota -n NAMESPACE  # what is left",
          .rule = rule};
}

}  // namespace railhead::check
