#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/services.h"

namespace railhead::check {
namespace {

/// What makes a pod wait for names before it is ready: a probe, or an init container that has the Service's name in its words.
std::optional<Evidence> why_late(const NamedPods& named) {
  const facts::Workload& workload = named.one.pod.workload;
  if (workload.readiness)
    return seen(workload.readiness, base::format("container {} has a readinessProbe", *workload.readiness));
  for (const facts::DeclaredContainer& container : named.one.pod.containers) {
    if (!container.init) continue;
    for (const facts::Placed& word : container.command)
      if (word.text.find(*named.name) != std::string::npos)
        return Evidence{base::format("init container {} uses the name", base::one_line(container.name)), word.source};
  }
  return std::nullopt;
}

std::optional<Finding> judge(const NamedPods& named) {
  const facts::Service& service = *named.service->service;
  if (!is_headless(service)) return std::nullopt;
  Evidences evidence = service_evidence(named);
  if (service.publishes_not_ready.is(true)) {
    evidence.push_back(seen(service.publishes_not_ready, "publishNotReadyAddresses: true"));
    return ok(service_subject(named), "names pods before they are ready", evidence);
  }
  if (!service.publishes_not_ready && !service.publishes_not_ready.not_asked()) return std::nullopt;
  evidence.push_back(service.publishes_not_ready
                         ? seen(service.publishes_not_ready, "publishNotReadyAddresses: false")
                         : Evidence{"no publishNotReadyAddresses, which is false", named.service->source});
  const auto late = why_late(named);
  if (!late)
    return violated(Severity::info, service_subject(named),
                    base::format("names the pods of {} only once they are ready: a rank that asks for another in its first "
                                 "seconds may be told that the name does not exist",
                                 named.one.subject()),
                    evidence);
  evidence.push_back(*late);
  return violated(Severity::warning, service_subject(named),
                  base::format("names the pods of {} only once they are ready, and they are to meet by name before that",
                               named.one.subject()),
                  evidence);
}

std::vector<Finding> rule(const Input& input) { return each_service(input, judge); }

}  // namespace

Check k8s_service_not_ready_unpublished() {
  return {.title = "Pods get their names only when they are ready",
          .severity = Severity::warning,
          .cause =
              "A headless Service lists pods that are ready. The ranks of a job look for rank 0 while they start, and what "
              "DNS once denied it denies for some seconds more. With a probe that waits for the job to run they wait for "
              "each other.",
          .fix = "spec:\n  publishNotReadyAddresses: true",
          .rule = rule};
}

}  // namespace railhead::check
