#include <algorithm>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedClaim;
using facts::WantedJob;

Finding judge_one(const facts::Survey& survey, const WantedClaim& claim) {
  const std::string subject = base::format("volume {}", base::one_line(claim.name));
  const std::string wanted = claim.storage_class.empty()
                                 ? "the default storage class"
                                 : base::format("storage class {}", base::one_line(claim.storage_class));
  if (!survey.storage)
    return unknown(subject,
                   base::format("whether {} is there is not known; as admin: {} get storageclasses", wanted, survey.program),
                   {lacking(survey.storage, "storage classes")});
  const bool there = std::ranges::any_of(*survey.storage, [&](const facts::StorageClass& one) {
    return claim.storage_class.empty() ? one.is_default : one.name == claim.storage_class;
  });
  std::vector<std::string> names;
  names.reserve(survey.storage->size());
  for (const facts::StorageClass& one : *survey.storage) names.push_back(base::one_line(one.name));
  const Evidences evidence = {
      seen(survey.storage, base::format("storage classes: {}", names.empty() ? "none" : listed(names, 16)))};
  if (there) return ok(subject, base::format("{} is there", wanted), evidence);
  return violated(Severity::error, subject, base::format("asks for {}, which is not there", wanted), evidence,
                  base::format("storageClass: {}  # in railhead.yaml, in the volume", names.empty() ? "NAME" : names.front()));
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    findings.reserve(job.claims.size());
    for (const WantedClaim& claim : job.claims) findings.push_back(judge_one(all.survey, claim));
    return findings;
  });
}

}  // namespace

Check preflight_storage_class_missing() {
  return {.title = "A volume of the job asks for a storage class that is not there",
          .severity = Severity::error,
          .cause = "A claim without a class that exists is never bound, and its pods stay Pending.",
          .fix = "kubectl get storageclasses  # those that are there",
          .rule = rule};
}

}  // namespace railhead::check
