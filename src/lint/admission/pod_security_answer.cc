#include "lint/admission/pod_security_answer.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "manifest/psa/policy.h"

namespace railhead::lint {
namespace {

using manifest::Pod;
using manifest::PodContainer;
using manifest::admission::Subject;
using manifest::admission::Verdict;
using namespace manifest::psa;

/// What restricted asks of every container.
void make_strict(std::vector<PodContainer>& containers) {
  for (PodContainer& container : containers) {
    if (!container.security) container.security.emplace();
    manifest::ContainerSecurity& security = *container.security;
    security.privilege_escalation = false;
    security.run_as_non_root = true;
    security.seccomp = manifest::Profile{.type = "RuntimeDefault"};
    if (!security.capabilities) security.capabilities.emplace();
    security.capabilities->drop = {"ALL"};
  }
}

bool strict_context_mends(Pod pod, const LevelVersion& policy) {
  make_strict(pod.init_containers);
  make_strict(pod.containers);
  return violations(pod, policy.level, policy.version).empty();
}

std::string source_of(const Pod& pod, const std::string& name) {
  for (const auto* list : {&pod.containers, &pod.init_containers, &pod.ephemeral_containers})
    if (const auto found = std::ranges::find(*list, name, &PodContainer::name); found != list->end())
      return found->security_source;
  return pod.security_source;
}

facts::PodSecurityRefusal told(const Violation& violation, const Pod& pod) {
  facts::PodSecurityRefusal refusal{
      .id = violation.id, .reason = base::one_line(violation.reason), .detail = base::one_line(violation.detail)};
  for (const std::string& name : violation.containers) refusal.places.push_back({base::one_line(name), source_of(pod, name)});
  if (refusal.places.empty()) refusal.places.push_back({"", pod.security_source});
  return refusal;
}

/// Whether the pod is the one that Pod Security sees.
bool is_as_asked(const Verdict& verdict, bool doubtful) {
  if (!verdict.asked) return true;
  const auto outcome = verdict.scc.outcome;
  return outcome == manifest::scc::Outcome::skipped || (outcome == manifest::scc::Outcome::admitted && !doubtful);
}

}  // namespace

std::optional<facts::PodSecurityAnswer> pod_security_answer(const Subject& subject, const Verdict& verdict,
                                                            const manifest::scc::Namespace& enforcing, bool doubtful) {
  const LevelVersion policy = policy_of(enforcing.labels).enforce;
  if (policy.level == Level::privileged || !verdict.invalid.empty()) return std::nullopt;
  const bool as_asked = is_as_asked(verdict, doubtful);
  // What is set is never unset by an SCC, and baseline refuses nothing but what is set.
  const Pod& pod = as_asked ? verdict.pod : subject.pod;
  const Level level = as_asked ? policy.level : Level::baseline;
  const std::vector<Violation> found = violations(pod, level, policy.version);
  if (found.empty() && !as_asked) return std::nullopt;
  facts::PodSecurityAnswer answer{.level = name(policy.level),
                                  .version = name(policy.version),
                                  .space = base::one_line(enforcing.name),
                                  .source = enforcing.source};
  answer.refusals.reserve(found.size());
  for (const Violation& violation : found) answer.refusals.push_back(told(violation, subject.pod));
  const bool baseline = violations(pod, Level::baseline, policy.version).empty();
  answer.enough = found.empty() ? name(policy.level) : name(baseline ? Level::baseline : Level::privileged);
  answer.strict_context = as_asked && !found.empty() && strict_context_mends(pod, policy);
  return answer;
}

}  // namespace railhead::lint
