#include "cli/memlock/reasons.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/pod_judge.h"
#include "manifest/admission/validity.h"

namespace railhead::cli {
namespace {

using manifest::scc::AccessBy;
using manifest::scc::Attempt;
using manifest::scc::Field;
using manifest::scc::Refusal;

/// "runAsUser" of ".containers[0].runAsUser"
std::string field_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string words_of(const Refusal& refusal, bool ranges_known) {
  const std::string what =
      base::format("{} {}", field_of(refusal.path), base::one_line(manifest::admission::unquoted(refusal.value)));
  if (refusal.of_namespace && !ranges_known) return what + " (outside of the namespace's range)";
  return refusal.field == Field::run_as_user ? base::format("{} ({})", what, refusal.why) : what;
}

void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

/// "a, b and c"
std::string in_words(const std::vector<std::string>& texts) {
  if (texts.size() < 2) return base::joined(texts, "");
  return base::joined({texts.begin(), texts.end() - 1}, ", ") + " and " + texts.back();
}

/// "capabilities SETUID and SETGID"
std::string capabilities(const std::vector<std::string>& names) {
  return base::format("{} {}", names.size() == 1 ? "capability" : "capabilities", in_words(names));
}

/// What a constraint refuses, capabilities first: they are what the pod is about.
std::vector<std::string> refused_things(const std::vector<Refusal>& refusals, bool ranges_known) {
  std::vector<std::string> names;
  std::vector<std::string> others;
  for (const Refusal& refusal : refusals) {
    if (refusal.field == Field::capability) {
      add_once(names, base::one_line(manifest::admission::unquoted(refusal.value)));
    } else {
      add_once(others, words_of(refusal, ranges_known));
    }
  }
  if (!names.empty()) others.insert(others.begin(), capabilities(names));
  return others;
}

/// Of the SCCs that were tried the one that refuses least.
const Attempt* nearest(const std::vector<Attempt>& attempts) {
  const Attempt* found = nullptr;
  for (const Attempt& attempt : attempts)
    if (attempt.access.by != AccessBy::none && !attempt.refusals.empty() &&
        (found == nullptr || attempt.refusals.size() < found->refusals.size()))
      found = &attempt;
  return found;
}

/// A check of Pod Security as a way meets it: in words, and the field.
struct Row {
  std::string_view id;
  std::string_view words;
  std::string_view field;
};

constexpr std::array<Row, 6> kRows = {{
    {"capabilities_baseline", "", "capabilities.add"},
    {"capabilities_restricted", "", "capabilities.add"},
    {"allowPrivilegeEscalation", "allowPrivilegeEscalation: true", "allowPrivilegeEscalation"},
    {"runAsNonRoot", "running as root", "runAsNonRoot"},
    {"runAsUser", "running as root", "runAsUser"},
    {"seccompProfile_restricted", "no seccomp profile", "seccompProfile"},
}};

/// Those of the way's capabilities that a check names.
std::string named(const manifest::psa::Violation& violation, const memlock::PodNeeds& needs) {
  std::vector<std::string> names;
  for (const std::string& capability : needs.capabilities)
    if (violation.detail.find(base::format("\"{}\"", capability)) != std::string::npos) names.push_back(capability);
  return capabilities(names);
}

/// The pod as its author would write it for the level restricted.
manifest::Pod strict(const memlock::PodNeeds& needs) {
  manifest::Pod pod = pod_of(needs, {kAnySpace, kAnyAccount});
  manifest::ContainerSecurity& security = *pod.containers[0].security;
  security.capabilities->drop = {"ALL"};
  security.seccomp = manifest::Profile{.type = "RuntimeDefault"};
  if (!security.privilege_escalation) security.privilege_escalation = false;
  if (security.run_as_user != 0) security.run_as_non_root = true;
  return pod;
}

}  // namespace

Reason reason_of(const manifest::scc::Admission& admission, bool ranges_known) {
  if (!admission.why.empty()) return {.words = admission.why};
  const Attempt* attempt = nearest(admission.attempts);
  if (attempt == nullptr) return {.words = "there is no SCC that the service account may use"};
  const auto capability = std::ranges::find(attempt->refusals, Field::capability, &Refusal::field);
  const Refusal& first = capability == attempt->refusals.end() ? attempt->refusals[0] : *capability;
  return {.words = base::format("SCC {} refuses {}", base::one_line(attempt->constraint->name),
                                in_words(refused_things(attempt->refusals, ranges_known))),
          .field = first.path};
}

std::size_t missing(const manifest::admission::Verdict& verdict) {
  if (verdict.denied_by != manifest::admission::Plugin::scc) return 0;
  const Attempt* attempt = nearest(verdict.scc.attempts);
  return attempt == nullptr ? std::numeric_limits<std::size_t>::max() : attempt->refusals.size();
}

Reason reason_of(const manifest::admission::Verdict& verdict, const memlock::PodNeeds& needs) {
  std::vector<manifest::psa::Violation> violations = manifest::psa::violations(strict(needs), verdict.level, verdict.rules);
  if (violations.empty()) violations = verdict.violations;
  Reason reason;
  std::vector<std::string> texts;
  for (const manifest::psa::Violation& violation : violations) {
    const auto row = std::ranges::find(kRows, violation.id, &Row::id);
    const bool of_capabilities = row != kRows.end() && row->words.empty();
    if (row != kRows.end() && (reason.field.empty() || of_capabilities))
      reason.field = base::format("spec.containers[0].securityContext.{}", row->field);
    if (of_capabilities) {
      texts.insert(texts.begin(), named(violation, needs));
    } else {
      add_once(texts, row == kRows.end() ? violation.reason : std::string(row->words));
    }
  }
  reason.words = base::format("Pod Security level {} refuses {}", name(verdict.level), in_words(texts));
  return reason;
}

}  // namespace railhead::cli
