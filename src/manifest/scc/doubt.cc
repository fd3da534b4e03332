#include "manifest/scc/doubt.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::scc {
namespace {

/// "runAsUser 1000 of container trainer"
std::string asked(const Refusal& refusal) {
  const std::size_t dot = refusal.path.rfind('.');
  const std::string field = dot == std::string::npos ? refusal.path : refusal.path.substr(dot + 1);
  if (refusal.container.empty()) return base::format("{} {}", field, refusal.value);
  return base::format("{} {} of container {}", field, refusal.value, refusal.container);
}

std::string all_asked(const std::vector<Refusal>& refusals) {
  std::vector<std::string> texts;
  texts.reserve(refusals.size());
  std::ranges::transform(refusals, std::back_inserter(texts), asked);
  return base::listed(std::move(texts), 3);
}

}  // namespace

bool only_of_namespace(const std::vector<Refusal>& refusals) {
  return !refusals.empty() && std::ranges::all_of(refusals, &Refusal::of_namespace);
}

Doubt doubt_of(const Constraint& constraint, const Access& access, const std::vector<Refusal>& refusals, const Ranges& ranges) {
  const bool may_not = access.by == AccessBy::none;
  const bool ranges_decide =
      ranges.assumed && only_of_namespace(refusals) && std::ranges::none_of(refusals, &Refusal::never_allocated);
  if (may_not && access.unsure.empty()) return {};
  if (!refusals.empty() && !ranges_decide) return {};
  std::vector<std::string> reasons;
  if (may_not) reasons.push_back(base::format("whether it may be used is not known ({})", access.unsure));
  if (ranges_decide) {
    reasons.push_back(base::format("the ranges of the namespace are not known and decide on {}", all_asked(refusals)));
  }
  if (reasons.empty()) return {};
  return {&constraint, base::format("SCC {} may admit the pod: {}", constraint.name, base::joined(reasons, ", and "))};
}

std::string undecided(const Doubt& doubt, const Constraint* admitted_by) {
  if (!admitted_by) return base::format("{}; otherwise the pod is refused", doubt.why);
  return base::format("{}; otherwise SCC {} admits it", doubt.why, admitted_by->name);
}

}  // namespace railhead::manifest::scc
