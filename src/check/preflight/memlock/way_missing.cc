#include <algorithm>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;

constexpr const char* kOther = "memlock: {via: ipc-lock}  # in railhead.yaml, below spec.cluster";

constexpr const char* kInstall =
    "kubectl apply -k packaging/nri/base  # railhead nri; or memlock: {via: ipc-lock} in railhead.yaml, below spec.cluster";

Finding native(const facts::Survey& survey, const std::string& subject) {
  const auto& served = survey.native_ulimits;
  if (!served)
    return unknown(subject,
                   base::format("whether pods have securityContext.ulimits is not known: {} explain "
                                "pod.spec.containers.securityContext.ulimits",
                                survey.program),
                   {lacking(served, "the schema of pods")});
  if (*served) return ok(subject, "pods of this API have securityContext.ulimits", {seen(served, "the schema of pods")});
  return violated(Severity::error, subject,
                  "asks for its limit by securityContext.ulimits, which the pods of this API do not have",
                  {seen(served, "the schema of pods"),
                   seen(survey.kubernetes, base::format("Kubernetes {}", survey.kubernetes.value_or("")))},
                  kOther);
}

Finding nri(const facts::Survey& survey, const std::string& subject) {
  if (!survey.stack)
    return unknown(
        subject,
        base::format("whether an NRI plugin raises limits is not known; as admin: {} get daemonsets -A", survey.program),
        {lacking(survey.stack, "DaemonSets of all namespaces")});
  const auto plugin = std::ranges::find(*survey.stack, "nri-plugin", &facts::StackPart::part);
  if (plugin == survey.stack->end())
    return violated(Severity::error, subject, "asks an NRI plugin for its limit, and no DaemonSet of one is there",
                    {seen(survey.stack, "DaemonSets of all namespaces")}, kInstall);
  const Evidences evidence = {
      seen(survey.stack, base::format("{}: {} of {} ready", plugin->object, plugin->ready, plugin->wanted))};
  if (plugin->ready == 0)
    return violated(Severity::error, subject,
                    base::format("asks an NRI plugin for its limit, and {} is ready on no node", plugin->object), evidence,
                    kOther);
  return ok(subject, base::format("{} raises limits on {} of {} nodes", plugin->object, plugin->ready, plugin->wanted),
            evidence);
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) -> std::vector<Finding> {
    if (!job.rdma) return {};
    const std::string subject = base::format("job {}", job.name);
    if (job.memlock == "native") return {native(all.survey, subject)};
    if (job.memlock == "nri") return {nri(all.survey, subject)};
    return {};
  });
}

}  // namespace

Check preflight_memlock_way_missing() {
  return {.title = "The way to locked memory that the job takes is not in the cluster",
          .severity = Severity::error,
          .cause =
              "RDMA needs memory that may be pinned. The job asks for it by a field of newer API servers or by a plugin of the "
              "container runtime; where that is missing, ibv_reg_mr fails with ENOMEM at the first connection.",
          .fix = "memlock: {via: ipc-lock}  # in railhead.yaml, below spec.cluster",
          .rule = rule};
}

}  // namespace railhead::check
