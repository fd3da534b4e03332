#include "base/format.h"
#include "base/text.h"
#include "report/scc/text/lines.h"
#include "report/scc/text/parts.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::admission::Plugin;
using manifest::admission::WayOut;
using manifest::scc::Outcome;

constexpr std::size_t kIndent = 4;
constexpr std::size_t kColumn = 7;
constexpr std::size_t kInner = kIndent + kColumn;

std::string you(std::string_view text) { return entry("you", text, kIndent, kColumn); }
std::string admin(std::string_view text) { return entry("admin", text, kIndent, kColumn); }

std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += sentence(note, kInner);
  return text;
}

std::string commands_text(const std::vector<std::string>& commands) {
  std::string text;
  for (const std::string& command : commands) text += verbatim(command, kInner + 2);
  return text;
}

std::string changes_text(const AskedPod& asked, const WayOut& way) {
  const std::string by = way.admitted_by.empty()
                             ? base::format("Pod Security level {}", manifest::psa::name(asked.verdict.level))
                             : way.admitted_by;
  std::string text = you(base::format("change {}, and {} takes it:", asked.subject.owner, by));
  for (const auto& change : way.changes)
    text += paragraph(base::format("- {}: {} [{}]", change.path, change.what, change.source), kInner + 2);
  return text + notes_text(way.change_notes);
}

std::string kept_text(const AskedPod& asked, const WayOut& way) {
  if (asked.verdict.denied_by == Plugin::pod_security)
    return you(base::format("nothing in the pod alone, as long as it needs {}: only the level privileged takes it with that",
                            way.keeps));
  return you(
      base::format("nothing in the pod alone, as long as it needs {}: no SCC that may be used takes it with that", way.keeps));
}

std::string user_text(const AskedPod& asked, const WayOut& way) {
  if (!way.changes.empty()) return changes_text(asked, way);
  if (!way.invalid.empty()) return {};
  if (!way.keeps.empty()) return kept_text(asked, way);
  if (asked.verdict.denied_by == Plugin::validation)
    return you("change the fields above: no SCC and no level of Pod Security lets them through");
  return {};
}

std::string invalid_text(const WayOut& way) {
  if (way.invalid.empty()) return {};
  return you(base::format("the API itself takes no such pod, whatever SCC admits it: {}", way.invalid));
}

std::string grant_text(const AskedPod& asked, const WayOut& way) {
  if (way.grant.empty()) return {};
  return admin(base::format("{} takes the pod as it is; it has only to be granted to {}:", way.grant, account_text(asked))) +
         commands_text(way.commands) + notes_text(way.grant_notes);
}

std::string constraint_text(const AskedPod& asked, const WayOut& way, const SccTextWishes& wishes) {
  const bool other = !way.grant.empty();
  if (way.constraint.empty()) {
    if (way.no_constraint.empty()) return {};
    return admin(way.no_constraint) + (other ? "" : commands_text(way.commands));
  }
  if (!wishes.suggest)
    return admin(
        base::format("{} --suggest prints the smallest SCC that takes the pod as it is, and the command that grants it",
                     other ? "or make one for it:" : "make an SCC for it:"));
  std::string text = admin(base::format("{} the smallest SCC that takes the pod as it is, {}.yaml, and grant it to {}:",
                                        other ? "or make" : "make", way.constraint_name, account_text(asked)));
  text += commands_text(way.constraint_commands) + notes_text(way.constraint_notes);
  return text + "\n" + verbatim(way.constraint, kInner + 2) + "\n";
}

std::string level_text(const AskedPod& asked, const WayOut& way) {
  if (way.level_command.empty()) return {};
  const bool again = asked.verdict.denied_by == Plugin::scc;
  std::string text =
      admin(base::format("{} namespace {} {} a level of Pod Security that takes the pod:", again ? "besides," : "give",
                         asked.verdict.space, again ? "needs" : ""));
  return text + commands_text({way.level_command});
}

/// Ways to locked memory that need no admission.
std::string without_admission(const AskedPod& asked, const WayOut& way) {
  if (way.keeps.empty() || !way.invalid.empty()) return {};
  std::string text =
      entry("or",
            "an admin raises the memlock limit of the node (default ulimits of the runtime, NRI), and the pod does "
            "without:",
            kIndent, kColumn);
  return text + commands_text({base::format("railhead memlock explain --uid 1000 --caps none --cluster {}",
                                            asked.verdict.asked ? "openshift" : "kubernetes")});
}

std::string unknown_text(const AskedPod& asked) {
  const auto& verdict = asked.verdict;
  std::vector<std::string> missing;
  if (!knows_ranges(verdict)) missing.push_back(base::format("oc get namespace {} -o yaml", base::shell_word(verdict.space)));
  for (const auto& attempt : verdict.scc.attempts)
    if (!attempt.access.unsure.empty()) {
      missing.push_back(base::format("oc get role,rolebinding -n {} -o yaml", base::shell_word(verdict.space)));
      missing.emplace_back("oc get clusterrole,clusterrolebinding -o yaml");
      break;
    }
  if (missing.empty()) return {};
  return you("give what is missing with --objects FILE, as the cluster has it:") + commands_text(missing);
}

}  // namespace

std::string ways_text(const AskedPod& asked, const SccTextWishes& wishes, const Style& style) {
  std::string text;
  if (asked.verdict.outcome == Outcome::unknown) {
    text = unknown_text(asked);
  } else if (asked.way_out) {
    const WayOut& way = *asked.way_out;
    text = invalid_text(way) + user_text(asked, way) + grant_text(asked, way) + constraint_text(asked, way, wishes) +
           level_text(asked, way) + notes_text(way.notes) + without_admission(asked, way);
  }
  return text.empty() ? text : heading(style, "way out") + text;
}

}  // namespace railhead::report
