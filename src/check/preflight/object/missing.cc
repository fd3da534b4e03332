#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedObject;

std::string fix_of(const facts::Survey& survey, const WantedJob& job, const WantedObject& object) {
  const std::string space = word(job.space);
  const std::string name = word(object.name);
  if (object.kind == "serviceaccount") return base::format("{} create serviceaccount {} -n {}", survey.program, name, space);
  if (object.kind == "namespace") return base::format("{} create namespace {}", survey.program, name);
  if (object.kind == "secret" && object.optional)
    return base::format(
        "{} create secret docker-registry {} -n {} --docker-server=REGISTRY --docker-username=USER "
        "--docker-password=\"$PASSWORD\"",
        survey.program, name, space);
  if (object.kind == "secret")
    return base::format("{} create secret generic {} -n {} --from-file=KEY=FILE", survey.program, name, space);
  if (object.kind == "configmap")
    return base::format("{} create configmap {} -n {} --from-file=FILE", survey.program, name, space);
  return base::format("{} get persistentvolumeclaims -n {}  # those that are there; with size: in railhead.yaml it is made",
                      survey.program, space);
}

Finding judge_one(const Preflight& all, const WantedJob& job, const WantedObject& object) {
  const std::string subject = base::format("{} {}/{}", object.kind, base::one_line(job.space), base::one_line(object.name));
  if (!object.there)
    return unknown(subject,
                   base::format("whether it is there is not known; as admin: {} get {} {} -n {} -o name", all.survey.program,
                                object.kind, word(object.name), word(job.space)),
                   {lacking(object.there, base::format("named by the job {}", object.use))});
  const Evidences evidence = {seen(object.there, base::format("named by the job {}", object.use))};
  if (*object.there) return ok(subject, "is there", evidence);
  return violated(object.optional ? Severity::warning : Severity::error, subject,
                  base::format("is not there, and the job needs it {}", object.use), evidence, fix_of(all.survey, job, object));
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    findings.reserve(job.objects.size());
    for (const WantedObject& object : job.objects) findings.push_back(judge_one(all, job, object));
    return findings;
  });
}

}  // namespace

Check preflight_object_missing() {
  return {.title = "Something that the job's pods name is not in their namespace",
          .severity = Severity::error,
          .cause =
              "A pod is not created without its service account, and does not start without its claims, secrets and "
              "ConfigMaps. An image pull secret that is missing matters when the registry wants one: ErrImagePull.",
          .fix = "kubectl get serviceaccounts,secrets,configmaps,persistentvolumeclaims -n NAMESPACE -o name",
          .rule = rule};
}

}  // namespace railhead::check
