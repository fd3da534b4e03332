#include "check/order.h"

#include <algorithm>

namespace railhead::check {
namespace {

int weight(const Result& result) {
  if (result.finding.verdict != Verdict::violated) return 4;
  return 2 - static_cast<int>(result.finding.severity);
}

bool is_consequence(const Result& result) {
  return result.finding.verdict == Verdict::violated && result.check->stage == Stage::consequence;
}

/// An error that a log or a machine shows, of which a job may die. A warning explains no end.
bool is_cause(const Result& result) {
  return result.finding.verdict == Verdict::violated && result.finding.severity == Severity::error &&
         result.check->stage != Stage::consequence;
}

}  // namespace

void put_in_order(std::vector<Result>& results) {
  std::ranges::stable_sort(results, [](const Result& a, const Result& b) {
    if (weight(a) != weight(b)) return weight(a) < weight(b);
    return weight(a) < 4 && a.check->stage < b.check->stage;
  });
  const auto first = std::ranges::find_if(results, is_cause);
  if (first == results.end()) return;
  const std::string cause = first->check->id;
  for (Result& result : results)
    if (is_consequence(result)) result.consequence_of = cause;
}

bool lacks_cause(const Result& result) { return is_consequence(result) && result.consequence_of.empty(); }

}  // namespace railhead::check
