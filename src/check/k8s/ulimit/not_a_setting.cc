#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/asked_limits.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

constexpr const char* kAdd = "securityContext:\n  capabilities:\n    add: [IPC_LOCK]  # as root";

std::vector<Finding> of_annotations(const facts::PodTemplate& pod) {
  std::vector<Finding> findings;
  for (const facts::Annotation& annotation : pod.annotations)
    if (annotation.name.starts_with("io.kubernetes.cri-o.") &&
        base::lowered(annotation.name).find("ulimit") != std::string::npos)
      findings.push_back(violated(Severity::warning, base::one_line(pod.owner),
                                  base::format("the annotation {} does nothing: CRI-O has none of that name", annotation.name),
                                  {shown(annotation)}));
  return findings;
}

/// "memlock" among resources: a name without a domain that Kubernetes does not know, which its API server refuses.
std::optional<Finding> of_resources(const Declared& one) {
  for (const auto* list : {&one.container.limits, &one.container.requests})
    for (const facts::WrittenAmount& amount : *list) {
      const std::string name = base::lowered(amount.name);
      if (name != "memlock" && name != "ulimit" && name != "ulimits" && name != "rlimit") continue;
      return violated(Severity::error, one.subject(),
                      base::format("there is no resource {}: the API server refuses the pod", amount.name),
                      {{base::format("{}: {}", amount.name, amount.text), amount.source}});
    }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::PodTemplate* pod : declared_pods(input))
    std::ranges::move(of_annotations(*pod), std::back_inserter(findings));
  std::ranges::move(each_declared(input, of_resources), std::back_inserter(findings));
  if (!findings.empty()) return findings;
  return each_declared(input, [](const Declared& one) -> std::optional<Finding> {
    if (auto outside = raised_from_outside(one))
      return ok(one.subject(), "its memlock limit is set in a way that there is", {*std::move(outside)});
    return std::nullopt;
  });
}

}  // namespace

Check k8s_ulimit_not_a_setting() {
  return {.title = "A memlock limit is written where nothing reads it",
          .severity = Severity::warning,
          .cause =
              "CRI-O reads no annotation io.kubernetes.cri-o.Ulimits, and memlock is no resource of Kubernetes. A pod gets the "
              "limit of the container runtime; what a manifest can give is the capability that makes it of no matter.",
          .fix = kAdd,
          .rule = rule};
}

}  // namespace railhead::check
