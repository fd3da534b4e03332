#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "report/scc/text/parts.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::admission::Plugin;
using manifest::admission::Verdict;
using manifest::scc::AccessBy;
using manifest::scc::Attempt;
using manifest::scc::Outcome;

constexpr std::size_t kMostNamed = 4;  // further ones are below, SCC by SCC

std::vector<std::string> usable_names(const Verdict& verdict) {
  std::vector<std::string> names;
  for (const Attempt& attempt : verdict.scc.attempts)
    if (attempt.access.by != AccessBy::none) names.push_back(attempt.constraint->name);
  return names;
}

std::string named(const std::vector<std::string>& words) {
  return words.size() <= kMostNamed ? with_and(words) : base::listed(words, kMostNamed - 1);
}

/// The subject of "may not use".
std::string who(const AskedPod& asked) {
  const std::string creator = creator_text(asked);
  if (creator.empty()) return base::format("{} may not use", account_text(asked));
  return base::format("neither {} nor {} may use", account_text(asked), creator);
}

std::string refused_by_scc(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  const auto required = verdict.pod.annotations.find(manifest::scc::kRequiredScc);
  const bool requires_one = required != verdict.pod.annotations.end() && !required->second.empty();
  if (verdict.scc.obstacle == manifest::scc::Obstacle::required_missing) return verdict.scc.why;
  if (verdict.scc.obstacle != manifest::scc::Obstacle::none)
    return base::format("no pod of namespace {} is admitted: {}", verdict.space, verdict.scc.why);
  const std::vector<std::string> usable = usable_names(verdict);
  if (requires_one)
    return usable.empty() ? base::format("{} the SCC {}, which the pod requires", who(asked), required->second)
                          : base::format("the SCC {}, which the pod requires, does not take it", required->second);
  if (usable.empty()) return base::format("{} any SCC", who(asked));
  const std::vector<std::string> asked_for = refused_by_all(verdict);
  if (!asked_for.empty()) return base::format("{} an SCC that allows {}", who(asked), named(asked_for));
  return base::format("none of the SCCs that {} may use takes the pod: {}", account_text(asked), with_and(usable));
}

std::string refused(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  switch (verdict.denied_by) {
    case Plugin::scc: return refused_by_scc(asked);
    case Plugin::validation:
      return base::format("the API server takes no such pod: {}",
                          verdict.invalid.empty() ? std::string() : manifest::admission::in_words(verdict.invalid.front()));
    case Plugin::pod_security:
      return base::format("Pod Security level {} of namespace {} does not allow {}", manifest::psa::name(verdict.level),
                          verdict.space, named(refused_by_level(verdict)));
    case Plugin::csi_inline: return base::format("namespace {} does not take inline volumes of its csi drivers", verdict.space);
    case Plugin::none: break;
  }
  return "";
}

std::string admitted(const Verdict& verdict) {
  if (verdict.scc.constraint != nullptr) return base::format("admitted by {}", verdict.scc.constraint->name);
  if (verdict.asked) return base::format("admitted: {}", verdict.scc.why);
  return base::format("admitted by Pod Security level {} of namespace {}", manifest::psa::name(verdict.level), verdict.space);
}

}  // namespace

std::string account_text(const AskedPod& asked) {
  return base::format("service account {}/{}", asked.verdict.space, asked.verdict.pod.service_account);
}

std::string creator_text(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  if (asked.subject.controller && !asked.subject.controller->account.empty()) return "";
  const std::string own = base::format("system:serviceaccount:{}:{}", verdict.space, verdict.pod.service_account);
  if (verdict.creator.user.empty() || verdict.creator.user == own) return "";
  return base::format("user {}", verdict.creator.user);
}

std::string answer(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  switch (verdict.outcome) {
    case Outcome::unknown: return base::one_line(base::format("unknown: {}", verdict.scc.why));
    case Outcome::refused: return base::one_line(base::format("refused: {}", refused(asked)));
    case Outcome::admitted:
    case Outcome::skipped: break;
  }
  return base::one_line(admitted(verdict));
}

}  // namespace railhead::report
