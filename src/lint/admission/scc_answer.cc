#include "lint/admission/scc_answer.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lint/admission/refusal.h"
#include "manifest/scc/ranges.h"

namespace railhead::lint {
namespace {

using manifest::admission::Subject;
using manifest::admission::Verdict;
using namespace manifest::scc;

constexpr std::size_t kMostTried = 64;
constexpr const char* kBefore411 = "restricted";

/// Those that do not rest on ranges which are not known.
std::vector<Refusal> certain(std::vector<Refusal> refusals, bool ranges_known) {
  if (!ranges_known) std::erase_if(refusals, &Refusal::of_namespace);
  return refusals;
}

/// What a constraint refuses of the pod, whoever may use it; nothing where the namespace's ranges cannot be read.
std::optional<std::vector<Refusal>> refused_by(const Constraint& constraint, const Verdict& verdict) {
  base::Result<Ranges> ranges = assumed_ranges();
  if (knows_ranges(verdict)) ranges = ranges_of(*verdict.namespace_object);
  if (!ranges) return std::nullopt;
  manifest::Pod pod = verdict.pod;
  return try_constraint(constraint, pod, *ranges);
}

/// Everybody may use it on a cluster that was upgraded from before 4.11.
bool may_be_admitted_on_old_clusters(const Verdict& verdict) {
  const auto is_it = [](const Attempt& one) { return one.constraint->name == kBefore411; };
  const auto found = std::ranges::find_if(verdict.scc.attempts, is_it);
  if (found == verdict.scc.attempts.end()) return false;
  std::optional<std::vector<Refusal>> refusals = refused_by(*found->constraint, verdict);
  return refusals && certain(*std::move(refusals), knows_ranges(verdict)).empty();
}

facts::SccAnswer answer(facts::SccSays says, const Attempt& attempt, const Subject& subject, const Verdict& verdict) {
  return {.says = says,
          .constraint = base::one_line(attempt.constraint->name),
          .source = attempt.constraint->source,
          .way = base::one_line(attempt.access.way),
          .space = base::one_line(verdict.space),
          .account = base::one_line(verdict.pod.service_account),
          .by_controller = subject.controller.has_value()};
}

/// The fewest refusals, the first of equals.
const Attempt* nearest(const std::vector<const Attempt*>& attempts, bool ranges_known) {
  const auto count = [&](const Attempt* one) { return certain(one->refusals, ranges_known).size(); };
  const auto found = std::ranges::min_element(attempts, {}, count);
  return found == attempts.end() ? nullptr : *found;
}

std::vector<const Attempt*> usable(const Verdict& verdict, const Gathered& gathered, bool own) {
  std::vector<const Attempt*> found;
  for (const Attempt& attempt : verdict.scc.attempts)
    if (attempt.asked && gathered.is_own_scc(attempt.constraint->name) == own) found.push_back(&attempt);
  return found;
}

std::vector<facts::Placed> others_of(const std::vector<const Attempt*>& attempts, const Attempt* but) {
  std::vector<facts::Placed> others;
  for (const Attempt* one : attempts)
    if (one != but && one->constraint->name != but->constraint->name)
      others.push_back({base::one_line(one->constraint->name), one->constraint->source});
  return others;
}

std::optional<facts::SccAnswer> not_granted(const Subject& subject, const Verdict& verdict, const Gathered& gathered,
                                            const facts::PodTemplate& pod) {
  std::size_t tried = 0;
  for (const Attempt& attempt : verdict.scc.attempts) {
    if (attempt.access.by != AccessBy::none || !gathered.is_own_scc(attempt.constraint->name)) continue;
    if (!gathered.may_be_meant_for(attempt.constraint->name, verdict.space, verdict.pod.service_account)) continue;
    if (++tried > kMostTried) return std::nullopt;
    const std::optional<std::vector<Refusal>> refusals = refused_by(*attempt.constraint, verdict);
    if (!refusals || !refusals->empty()) continue;
    facts::SccAnswer told = answer(facts::SccSays::not_granted, attempt, subject, verdict);
    const std::vector<const Attempt*> others = usable(verdict, gathered, false);
    if (const Attempt* near = nearest(others, knows_ranges(verdict))) {
      told.refused_by = base::one_line(near->constraint->name);
      told.refusals = told_refusals(certain(near->refusals, knows_ranges(verdict)), *near->constraint, verdict.pod, pod);
    }
    return told;
  }
  return std::nullopt;
}

}  // namespace

std::optional<facts::SccAnswer> scc_answer(const Subject& subject, const Verdict& verdict, const Gathered& gathered,
                                           const facts::PodTemplate& pod) {
  const Admission& said = verdict.scc;
  if (said.outcome == Outcome::admitted && gathered.is_own_scc(said.constraint->name)) {
    const auto by = std::ranges::find(said.attempts, said.constraint, &Attempt::constraint);
    return answer(facts::SccSays::admits, *by, subject, verdict);
  }
  if (said.outcome != Outcome::refused || may_be_admitted_on_old_clusters(verdict)) return std::nullopt;
  const bool ranges_known = knows_ranges(verdict);
  const std::vector<const Attempt*> own = usable(verdict, gathered, true);
  const Attempt* near = nearest(own, ranges_known);
  if (near == nullptr) return not_granted(subject, verdict, gathered, pod);
  const std::vector<Refusal> refusals = certain(near->refusals, ranges_known);
  if (refusals.empty()) return std::nullopt;
  facts::SccAnswer told = answer(facts::SccSays::refuses, *near, subject, verdict);
  told.refusals = told_refusals(refusals, *near->constraint, verdict.pod, pod);
  told.others = others_of(usable(verdict, gathered, false), near);
  std::ranges::move(others_of(own, near), std::back_inserter(told.others));
  return told;
}

}  // namespace railhead::lint
