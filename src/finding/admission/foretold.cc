#include "finding/admission/foretold.h"

#include <algorithm>
#include <optional>
#include <ranges>

#include "finding/admission/refusal_words.h"
#include "finding/admission/scc_change.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

using facts::AdmissionField;
using facts::PodTemplate;
using facts::SccAnswer;
using facts::SccRefusal;

Grant grant_of(const SccRefusal& refusal) {
  if (refusal.field == AdmissionField::capability) return Grant::capability;
  return refusal.field == AdmissionField::privilege_escalation ? Grant::privilege_escalation : Grant::other;
}

std::vector<SccRefusal> of_grant(const SccAnswer& answer, Grant grant) {
  std::vector<SccRefusal> found;
  std::ranges::copy_if(answer.refusals, std::back_inserter(found),
                       [grant](const SccRefusal& one) { return grant_of(one) == grant; });
  return found;
}

/// What of `grant` the pod asks for; of other things it always asks for some.
Evidences asked(const PodTemplate& pod, Grant grant) {
  if (grant == Grant::other) return {{"the pod", pod.source}};
  Evidences evidence;
  for (const facts::DeclaredContainer& container : pod.containers) {
    const facts::SecurityContext& security = container.security;
    if (grant == Grant::privilege_escalation && security.privilege_escalation.is(true))
      evidence.push_back(seen(security.privilege_escalation, "allowPrivilegeEscalation: true"));
    if (grant != Grant::capability) continue;
    for (const facts::Placed& capability : security.capabilities)
      evidence.push_back({base::format("adds {}", capability.text), capability.source});
  }
  return evidence;
}

const facts::DeclaredContainer* container_of(const PodTemplate& pod, const std::string& name) {
  const auto found = std::ranges::find(pod.containers, name, &facts::DeclaredContainer::name);
  return found == pod.containers.end() ? nullptr : &*found;
}

/// IPC_LOCK of CAP_IPC_LOCK and ipc_lock, where that name is one that the SCC allows: names are compared exactly.
std::string allowed_spelling(const SccRefusal& refusal) {
  std::string name = refusal.value;
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (name.starts_with("CAP_")) name.erase(0, 4);
  return std::ranges::find(refusal.listed, name) == refusal.listed.end() ? std::string() : name;
}

/// The pod's own fault where each name is only spelt otherwise than in the SCC.
std::string spelling(const std::vector<SccRefusal>& refusals) {
  std::string text;
  for (const SccRefusal& refusal : refusals) {
    const std::string name = allowed_spelling(refusal);
    if (name.empty()) return {};
    text += base::format("{}{}  # not {}: names are compared letter by letter; {}", text.empty() ? "" : "\n", name,
                         refusal.value, refusal.source);
  }
  return text;
}

/// Escalation is what lets a program's file capabilities work for a user other than root, and what a privileged container has
/// anyway: there the SCC has to give way.
bool needs_escalation(const PodTemplate& pod, const std::vector<SccRefusal>& refusals) {
  return std::ranges::any_of(refusals, [&](const SccRefusal& refusal) {
    const facts::DeclaredContainer* container = container_of(pod, refusal.container);
    Evidences user;
    return container != nullptr && (is_privileged(*container) || runs_as_other_user(*container, user));
  });
}

constexpr std::size_t kMostOthers = 4;

/// No SCC is to be opened for a privileged container: RDMA needs none.
constexpr const char* kUnprivileged =
    "securityContext: {capabilities: {add: [IPC_LOCK]}}  # in place of privileged: true; RDMA devices come by the resource of "
    "their device plugin";

std::string fix_for(const PodTemplate& pod, Grant grant, const std::vector<SccRefusal>& refusals) {
  if (std::ranges::find(refusals, AdmissionField::privileged, &SccRefusal::field) != refusals.end()) return kUnprivileged;
  if (grant == Grant::capability)
    if (std::string text = spelling(refusals); !text.empty()) return text;
  if (grant == Grant::privilege_escalation && !needs_escalation(pod, refusals)) return {};  // the check's own
  return scc_change(*pod.admission.scc, refusals);
}

std::string message_for(const SccAnswer& answer, Grant grant, const std::vector<SccRefusal>& refusals) {
  const std::string who = base::format("SCC {}, granted to {},", answer.constraint, account_of(answer));
  const std::string what = listed(in_words(refusals), 6);
  const char* verb = grant == Grant::other ? "refuses" : "does not allow";
  std::string text = base::format("{} {} {}", who, verb, what);
  if (!answer.by_controller) text += ", unless whoever creates the pod may use another SCC";
  return text;
}

std::optional<Finding> judge(const PodTemplate& pod, Grant grant) {
  if (!pod.admission.scc || pod.admission.scc->says == facts::SccSays::not_granted) return std::nullopt;
  const SccAnswer& answer = *pod.admission.scc;
  const std::string subject = base::one_line(pod.owner);
  if (answer.says == facts::SccSays::admits) {
    Evidences evidence = asked(pod, grant);
    if (evidence.empty()) return std::nullopt;
    evidence.push_back(constraint_evidence(answer));
    return ok(subject, base::format("SCC {}, granted to {}, admits it", answer.constraint, account_of(answer)),
              std::move(evidence));
  }
  const std::vector<SccRefusal> refusals = of_grant(answer, grant);
  if (refusals.empty()) return std::nullopt;
  Evidences evidence = evidence_of(refusals);
  evidence.push_back(constraint_evidence(answer));
  for (const facts::Placed& other : answer.others | std::views::take(kMostOthers))
    evidence.push_back({base::format("SCC {} may be used as well and refuses the pod too", other.text), other.source});
  return violated(answer.by_controller ? Severity::error : Severity::warning, subject, message_for(answer, grant, refusals),
                  std::move(evidence), fix_for(pod, grant, refusals));
}

}  // namespace

std::string account_of(const SccAnswer& answer) {
  return base::format("service account {}{}{}", answer.space, answer.space.empty() ? "" : "/", answer.account);
}

Evidence constraint_evidence(const SccAnswer& answer) {
  if (answer.way.empty()) return {base::format("SCC {}", answer.constraint), answer.source};
  return {base::format("SCC {}, granted by {}", answer.constraint, answer.way), answer.source};
}

std::vector<Finding> foretold_denials(const Input& input, Grant grant) {
  return judged_each(declared_pods(input), [grant](const PodTemplate* pod) { return judge(*pod, grant); });
}

}  // namespace railhead::check
