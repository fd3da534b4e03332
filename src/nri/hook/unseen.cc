#include "nri/hook/unseen.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

bool is_unseen(const Rule& rule) { return !rule.match.labels.empty() || !rule.match.runtime_classes.empty(); }

/// The rule as it would match whatever the labels and the runtime class are.
Rule without_them(Rule rule) {
  rule.match.labels.clear();
  rule.match.runtime_classes.clear();
  return rule;
}

}  // namespace

Decision decide_unseen(const Policy& policy, const Node& node, const Subject& subject) {
  if (std::none_of(policy.rules.begin(), policy.rules.end(), is_unseen)) return decide(policy, node, subject);
  Policy widened = policy;
  std::transform(policy.rules.begin(), policy.rules.end(), widened.rules.begin(), without_them);
  Decision decision = decide(widened, node, subject);
  const auto rule = std::find_if(policy.rules.begin(), policy.rules.end(),
                                 [&decision](const Rule& one) { return one.name == decision.rule; });
  if (decision.rule.empty() || rule == policy.rules.end() || !is_unseen(*rule)) return decision;
  return {.outcome = Outcome::kept,
          .rule = decision.rule,
          .reasons = {
              base::format("rule {} matches by {}, which a hook is not told: nothing is set, by this rule or a later one",
                           base::one_line(rule->name.substr(0, 80)), rule->match.labels.empty() ? "runtime class" : "labels")}};
}

}  // namespace railhead::nri
