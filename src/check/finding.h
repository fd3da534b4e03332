#pragma once

#include <string>
#include <vector>

#include "base/format.h"
#include "check/check.h"
#include "facts/known.h"

/// Short ways to say a finding, so that a rule reads as its reasoning.
namespace railhead::check {

using Evidences = std::vector<Evidence>;

Finding ok(std::string subject, std::string message, Evidences evidence = {});
Finding violated(Severity severity, std::string subject, std::string message, Evidences evidence = {}, std::string fix = {});
Finding unknown(std::string subject, std::string message, Evidences evidence = {});
Finding skipped(std::string subject, std::string reason);

/// Evidence out of a fact: `what` in the words given, `where` its source.
template <class T>
Evidence seen(const facts::Known<T>& fact, std::string what) {
  return {std::move(what), fact.source()};
}

/// "LABEL: not readable (EACCES)", at the fact's source. Only for a fact that is missing.
template <class T>
Evidence lacking(const facts::Known<T>& fact, const std::string& label) {
  return {label + ": " + facts::described(fact.missing()), fact.source()};
}

/// The one finding of a rule whose fact is missing: none at all when it was not asked (the check is then left out), else
/// unknown.
template <class T>
std::vector<Finding> without(const facts::Known<T>& fact, std::string subject, const std::string& label) {
  if (fact.not_asked()) return {};
  return {unknown(std::move(subject), label + " is not known", {lacking(fact, label)})};
}

}  // namespace railhead::check
