#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "report/scc/text/lines.h"
#include "report/scc/text/parts.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::admission::Plugin;
using manifest::admission::Verdict;
using manifest::scc::AccessBy;
using manifest::scc::Attempt;
using manifest::scc::Outcome;
using Words = std::vector<std::string>;

constexpr std::size_t kIndent = 4;
constexpr std::size_t kWidestName = 30;

/// SCCs that say the same of the pod, in the order of the first of them.
struct Group {
  Words names = {};
  std::string words = {};
};

constexpr const char* kNotUsable = "may not be used";
constexpr const char* kNotKnown = "not known";

void add(std::vector<Group>& groups, const std::string& name, std::string words) {
  auto same = std::ranges::find(groups, words, &Group::words);
  if (same == groups.end()) {
    groups.push_back({.words = std::move(words)});
    same = std::prev(groups.end());
  }
  same->names.push_back(name);
}

std::string label(const Group& group) { return base::joined(group.names, ", "); }

/// How one that was asked may be used, for --verbose.
std::string access_words(const Attempt& attempt) {
  const char* by = attempt.access.by == AccessBy::service_account ? "service account" : "creator";
  return base::format(" [may be used by the {}: {}]", by, attempt.access.way);
}

std::size_t width_for(const std::vector<Group>& groups, const Words& unusable, const std::vector<Group>& unsure) {
  std::size_t column = unusable.empty() ? 0 : std::string_view(kNotUsable).size() + 2;
  if (!unsure.empty()) column = std::max(column, std::string_view(kNotKnown).size() + 2);
  for (const Group& group : groups)
    if (label(group).size() + 2 <= kWidestName) column = std::max(column, label(group).size() + 2);
  return column;
}

std::string attempts_text(const Verdict& verdict, const SccTextWishes& wishes) {
  std::vector<Group> groups;
  std::vector<Group> unsure;  // a role that is missing may give them
  Words unusable;
  for (const Attempt& attempt : verdict.scc.attempts) {
    if (attempt.access.by == AccessBy::none) {
      if (attempt.access.unsure.empty())
        unusable.push_back(attempt.constraint->name);
      else
        add(unsure, attempt.constraint->name, attempt.access.unsure);
    } else if (attempt.asked && !attempt.refusals.empty()) {
      std::string words = base::joined(reasons(attempt, verdict.pod), "; ");
      if (wishes.verbose) words += access_words(attempt);
      add(groups, attempt.constraint->name, std::move(words));
    }
  }
  const std::size_t column = width_for(groups, unusable, unsure);
  std::string text;
  for (const Group& group : groups) text += entry(label(group), group.words, kIndent, column);
  for (const Group& group : unsure)
    text += entry(kNotKnown, base::format("whether {} may be used: {}", with_and(group.names), group.words), kIndent, column);
  if (!unusable.empty()) text += entry(kNotUsable, base::joined(unusable, ", "), kIndent, column);
  return text;
}

std::string entries_text(const Verdict& verdict) {
  std::string text;
  for (const manifest::Invalid& entry : verdict.invalid) text += paragraph(manifest::admission::in_words(entry), kIndent);
  if (verdict.scc.constraint != nullptr)
    text += paragraph(base::format("That is the pod as {} leaves it: SCC admission is asked before, and has let it through.",
                                   verdict.scc.constraint->name),
                      kIndent);
  return text;
}

std::string violations_text(const Verdict& verdict) {
  std::size_t column = 0;
  for (const auto& violation : verdict.violations) column = std::max(column, violation.reason.size() + 2);
  column = std::min<std::size_t>(column, 36);
  std::string text;
  for (const auto& violation : verdict.violations) text += entry(violation.reason, violation.detail, kIndent, column);
  return text;
}

/// The SCCs before the one that admits a pod, for --verbose.
std::string tried_before(const Verdict& verdict, const SccTextWishes& wishes, const Style& style) {
  const std::string text = wishes.verbose ? attempts_text(verdict, wishes) : std::string();
  return text.empty() ? text : heading(style, "the other SCCs, in the server's order") + text;
}

std::string of_server(const Verdict& verdict, const SccTextWishes& wishes, const Style& style) {
  if (!wishes.verbose || verdict.message.empty()) return {};
  return heading(style, "the server's words") + paragraph(verdict.message, kIndent);
}

}  // namespace

std::string why_text(const AskedPod& asked, const SccTextWishes& wishes, const Style& style) {
  const Verdict& verdict = asked.verdict;
  if (verdict.outcome == Outcome::admitted || verdict.outcome == Outcome::skipped) return tried_before(verdict, wishes, style);
  std::string text;
  switch (verdict.denied_by) {
    case Plugin::none:
    case Plugin::scc:
      text = attempts_text(verdict, wishes);
      if (!text.empty()) text = heading(style, "why, SCC by SCC in the server's order") + text;
      break;
    case Plugin::validation: text = heading(style, "why") + entries_text(verdict); break;
    case Plugin::pod_security: text = heading(style, "why") + violations_text(verdict); break;
    case Plugin::csi_inline: text = heading(style, "why") + paragraph(verdict.message, kIndent); break;
  }
  return text + of_server(verdict, wishes, style);
}

}  // namespace railhead::report
