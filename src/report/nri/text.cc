#include "base/text.h"
#include "base/format.h"
#include "base/units.h"
#include "nri/policy/amount.h"
#include "report/nri/nri.h"
#include "report/scc/text/lines.h"

namespace railhead::report {
namespace {

using nri::Outcome;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kColumn = 14;

/// What is no fault is shown as what stays.
Outcome shown_outcome(const CheckedContainer& one) { return one.passed_over ? Outcome::kept : one.decision.outcome; }

std::string mark(Outcome outcome, const Style& style) {
  switch (outcome) {
    case Outcome::set: return toned(style, Tone::good, style.utf8 ? "√" : "ok");
    case Outcome::kept: return toned(style, Tone::faint, style.utf8 ? "·" : "- ");
    case Outcome::capped: return toned(style, Tone::attention, style.utf8 ? "!" : "! ");
    case Outcome::refused:
    case Outcome::rejected: break;
  }
  return toned(style, Tone::bad, style.utf8 ? "×" : "XX");
}

/// "memlock unlimited, nofile 1024 soft and 65536 hard"
std::string limits_text(const std::vector<nri::Rlimit>& limits) {
  std::vector<std::string> texts;
  texts.reserve(limits.size());
  for (const nri::Rlimit& limit : limits)
    texts.push_back(base::format("{} {}", nri::short_type(limit.type), nri::shown(limit)));
  return base::joined(texts, ", ");
}

std::string result(const CheckedContainer& one) {
  std::string limits = limits_text(one.decision.limits);
  switch (shown_outcome(one)) {
    case Outcome::set: return limits;
    case Outcome::capped:
      return limits.empty() ? "stays as it is, though more is asked for" : limits + ", less than is asked for";
    case Outcome::kept: return "stays as it is";
    case Outcome::refused: return "an annotation is refused; " + (limits.empty() ? "stays as it is" : limits);
    case Outcome::rejected: break;
  }
  return "would not start: an annotation is bad";
}

std::string container_name(const CheckedContainer& one) {
  const std::string part = one.part.empty() || one.part == "spec.template" ? "" : " " + one.part;
  return base::one_line(base::format("{}{}, {} {}", one.object, part, one.init ? "init container" : "container", one.name));
}

std::string known_text(const CheckedContainer& one) {
  std::string text = base::format("namespace {}", base::one_line(one.space));
  if (!one.runtime_class.empty()) text += base::format(", runtime class {}", base::one_line(one.runtime_class));
  return text + base::format(", {} RDMA device ({})", one.device ? "an" : "no", base::one_line(one.device_from));
}

}  // namespace

std::string nri_policy_text(const NriCheck& check, const Style& style) {
  const std::string name =
      check.policy.empty() ? "the built-in one: containers with an RDMA device, up to unlimited" : base::one_line(check.policy);
  const std::string rules = check.policy.empty() ? "" : base::format(" ({})", base::counted(check.rules, "rule"));
  return base::format("{} {}{}\n", toned(style, Tone::strong, "policy"), name, rules);
}

std::string nri_container_text(const CheckedContainer& one, const Style& style) {
  const std::string headline = base::format("{}: {}", container_name(one), result(one));
  std::string text = base::format("\n{} {}\n", mark(shown_outcome(one), style), toned(style, Tone::strong, headline));
  text += entry("where", base::one_line(one.source), kIndent, kColumn);
  text += entry("taken as", known_text(one), kIndent, kColumn);
  for (const TriedRule& rule : one.rules)
    text += entry("rule " + base::one_line(rule.name), (rule.matches ? "matches: " : "does not match: ") + rule.why, kIndent,
                  kColumn);
  // The first reason is the rule, which is said.
  for (std::size_t i = 1; i < one.decision.reasons.size(); ++i)
    text += entry(i == 1 ? "why" : "", one.decision.reasons[i], kIndent, kColumn);
  return text;
}

std::string nri_lost_text(const LostAnnotation& lost, const Style& style) {
  const std::string headline = base::format("{}: an annotation reaches no container", base::one_line(lost.object));
  std::string text = base::format("\n{} {}\n", mark(Outcome::refused, style), toned(style, Tone::strong, headline));
  return text + entry("where", base::one_line(lost.source), kIndent, kColumn) + entry("why", lost.why, kIndent, kColumn);
}

std::string nri_end_text(const NriCheck& check) {
  if (!check.needs_node_memory || check.node_memory > 0) return {};
  return "\nA share of the node's memory is not known from a manifest: give the node's by --node-memory SIZE.\n";
}

}  // namespace railhead::report
