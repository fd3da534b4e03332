#include <algorithm>
#include <array>

#include "facts/cluster/cluster.h"
#include "finding/declared/services.h"

namespace railhead::check {
namespace {

/// Labels that the controllers of StatefulSet and Job add to their pods.
constexpr std::array<std::string_view, 9> kAdded = {"statefulset.kubernetes.io/pod-name",
                                                    "apps.kubernetes.io/pod-index",
                                                    "controller-revision-hash",
                                                    "job-name",
                                                    "batch.kubernetes.io/job-name",
                                                    "controller-uid",
                                                    "batch.kubernetes.io/controller-uid",
                                                    "batch.kubernetes.io/job-completion-index",
                                                    "pod-template-hash"};

bool names_the_job(const std::string& label) { return label == "job-name" || label == "batch.kubernetes.io/job-name"; }

bool has(const NamedPods& named, const facts::Label& wanted) {
  if (named.one.object.kind == "Job" && names_the_job(wanted.name)) return wanted.value == named.one.object.name;
  if (std::ranges::find(kAdded, wanted.name) != kAdded.end()) return true;
  return std::ranges::any_of(named.one.pod.workload.labels, [&](const facts::Label& label) {
    return label.name == wanted.name && label.value == wanted.value;
  });
}

std::string label_list(const std::vector<facts::Label>& labels) {
  std::vector<std::string> words;
  words.reserve(labels.size());
  for (const facts::Label& label : labels) words.push_back(base::one_line(label.name + ": " + label.value));
  return words.empty() ? "none" : listed(std::move(words));
}

std::optional<Finding> judge(const NamedPods& named) {
  const facts::Service& service = *named.service->service;
  if (!named.one.pod.whole) return std::nullopt;
  Evidences evidence = service_evidence(named);
  for (const facts::Label& wanted : service.selector) {
    if (has(named, wanted)) continue;
    evidence.push_back({base::one_line(base::format("selector {}: {}", wanted.name, wanted.value)), wanted.source});
    evidence.push_back({"labels of the pods: " + label_list(named.one.pod.workload.labels), named.one.pod.source});
    return violated(
        Severity::error, service_subject(named),
        base::one_line(base::format("selects {}: {}, which the pods of {} do not have: it gives them no names", wanted.name,
                                    wanted.value, named.one.subject())),
        evidence,
        base::format("# in the pods' metadata:\nlabels:\n  {}: {}", base::one_line(wanted.name), base::one_line(wanted.value)));
  }
  if (service.selector.empty()) return std::nullopt;
  return ok(service_subject(named), "selects the pods of " + named.one.subject(), evidence);
}

std::vector<Finding> rule(const Input& input) { return each_service(input, judge); }

}  // namespace

Check k8s_service_selector_mismatch() {
  return {.title = "A Service does not select the pods that it is to name",
          .severity = Severity::error,
          .cause =
              "A pod belongs to a Service when it has every label of the selector, on the pod template, not on the object. "
              "Without that the Service is empty and no name resolves.",
          .fix = "# in the pods' metadata:\nlabels:\n  app: NAME  # every label of the Service's selector",
          .rule = rule};
}

}  // namespace railhead::check
