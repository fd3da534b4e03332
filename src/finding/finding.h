#pragma once

#include <string>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "facts/known.h"
#include "finding/check.h"

/// Short ways to say a finding, so that a rule reads as its reasoning.
namespace railhead::check {

using Evidences = std::vector<Evidence>;
using base::listed;
using facts::lacking;
using facts::seen;

Finding ok(std::string subject, std::string message, Evidences evidence = {});
Finding violated(Severity severity, std::string subject, std::string message, Evidences evidence = {}, std::string fix = {});
Finding unknown(std::string subject, std::string message, Evidences evidence = {});
Finding skipped(std::string subject, std::string reason);

/// The one finding of a rule whose fact is missing: none at all when it was not asked (the check is then left out), else
/// unknown.
template <class T>
std::vector<Finding> without(const facts::Known<T>& fact, std::string subject, const std::string& label) {
  if (fact.not_asked()) return {};
  return {unknown(std::move(subject), label + " is not known", {lacking(fact, label)})};
}

/// What `judge` says of each thing in `things`, in their order. `judge` gives std::optional<Finding>.
template <class Things, class Judge>
std::vector<Finding> judged_each(const Things& things, const Judge& judge) {
  std::vector<Finding> findings;
  for (const auto& one : things)
    if (auto finding = judge(one)) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace railhead::check
