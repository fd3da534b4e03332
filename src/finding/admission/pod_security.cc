#include "finding/admission/pod_security.h"

#include <algorithm>

#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

using facts::PodSecurityAnswer;
using facts::PodSecurityRefusal;

constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";

std::string in_words(const PodSecurityRefusal& refusal) {
  return refusal.detail.empty() ? refusal.reason : base::format("{} ({})", refusal.reason, refusal.detail);
}

Evidence namespace_evidence(const PodSecurityAnswer& answer) {
  return {base::format("{}: {}", kEnforce, answer.level), answer.source};
}

Evidences evidence_of(const PodSecurityAnswer& answer) {
  Evidences evidence;
  for (const PodSecurityRefusal& refusal : answer.refusals)
    for (const facts::Placed& place : refusal.places)
      evidence.push_back(
          {place.text.empty() ? refusal.reason : base::format("container {}: {}", place.text, refusal.reason), place.source});
  evidence.push_back(namespace_evidence(answer));
  return evidence;
}

bool is_about_memlock(const PodSecurityAnswer& answer) {
  return std::ranges::any_of(answer.refusals, [](const PodSecurityRefusal& refusal) {
    return refusal.detail.find("\"IPC_LOCK\"") != std::string::npos ||
           refusal.detail.find("\"SYS_RESOURCE\"") != std::string::npos;
  });
}

/// What restricted wants of every container is set in the pod; of what is refused besides, only the level lets it through.
std::string fix_for(const PodSecurityAnswer& answer) {
  if (answer.strict_context)
    return "securityContext:  # in each container, init containers too\n  allowPrivilegeEscalation: false\n  runAsNonRoot: "
           "true\n  capabilities: {drop: [ALL]}\n  seccompProfile: {type: RuntimeDefault}";
  std::string text =
      base::format("# in the labels of Namespace {}, {}:\n{}: {}", answer.space, answer.source, kEnforce, answer.enough);
  if (is_about_memlock(answer) && answer.refusals.size() == 1)
    text += "\n# or leave the capability out and let the node's runtime give the limit: railhead node memlock";
  return text;
}

std::optional<Finding> judge(const facts::PodTemplate& pod) {
  if (!pod.admission.pod_security) return std::nullopt;
  const PodSecurityAnswer& answer = *pod.admission.pod_security;
  const std::string subject = base::one_line(pod.owner);
  if (answer.refusals.empty())
    return ok(subject, base::format("Pod Security lets it through at level {} of namespace {}", answer.level, answer.space),
              {{"the pod", pod.source}, namespace_evidence(answer)});
  std::vector<std::string> all;
  all.reserve(answer.refusals.size());
  std::ranges::transform(answer.refusals, std::back_inserter(all), in_words);
  return violated(Severity::error, subject,
                  base::format("Pod Security, {} of namespace {}, refuses it: {}", answer.level, answer.space, listed(all)),
                  evidence_of(answer), fix_for(answer));
}

}  // namespace

std::vector<Finding> foretold_pod_security(const Input& input) {
  return judged_each(declared_pods(input), [](const facts::PodTemplate* pod) { return judge(*pod); });
}

}  // namespace railhead::check
