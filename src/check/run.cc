#include "check/run.h"

#include <algorithm>

#include "base/format.h"
#include "base/nearest.h"
#include "base/text.h"

namespace railhead::check {
namespace {

/// "memlock" takes every check whose id starts with "memlock.".
bool matches(const Check& check, const std::string& entry) {
  return check.id == entry || (check.id.starts_with(entry) && check.id[entry.size()] == '.');
}

base::Error unknown_id(const std::string& entry) {
  std::vector<std::string> ids;
  for (const Check& check : catalogue()) ids.push_back(check.id);
  return {.code = base::Code::usage,
          .message = base::format("there is no check '{}'", base::printable(entry.substr(0, 80))),
          .suggestion = base::format("Did you mean '{}'? 'railhead checks' lists them all.", base::nearest(entry, ids))};
}

bool chosen(const Check& check, const std::vector<std::string>& entries) {
  return std::any_of(entries.begin(), entries.end(), [&check](const std::string& entry) { return matches(check, entry); });
}

/// Machines may be hostile or huge: what is left out is said, and it is never what matters most.
std::vector<Finding> bounded(std::vector<Finding> findings) {
  constexpr std::size_t kMost = 200;
  if (findings.size() <= kMost) return findings;
  std::ranges::stable_sort(findings, {}, check::rank);
  const std::size_t rest = findings.size() - kMost;
  findings.resize(kMost);
  findings.push_back({.verdict = Verdict::skipped,
                      .subject = "machine",
                      .message = base::counted(rest, "further finding") + " of this check left out"});
  return findings;
}

}  // namespace

int rank(const Finding& finding) {
  switch (finding.verdict) {
    case Verdict::violated: return finding.severity == Severity::error ? 0 : finding.severity == Severity::warning ? 1 : 2;
    case Verdict::unknown: return 3;
    case Verdict::skipped: return 4;
    case Verdict::ok: return 5;
  }
  return 5;
}

const Check* find(const std::string& id) {
  const auto found = std::find_if(catalogue().begin(), catalogue().end(), [&id](const Check& check) { return check.id == id; });
  return found == catalogue().end() ? nullptr : &*found;
}

base::Result<std::vector<const Check*>> selected(const Selection& selection) {
  for (const std::vector<std::string>* entries : {&selection.only, &selection.skip})
    for (const std::string& entry : *entries)
      if (std::none_of(catalogue().begin(), catalogue().end(), [&entry](const Check& check) { return matches(check, entry); }))
        return std::unexpected(unknown_id(entry));
  std::vector<const Check*> checks;
  for (const Check& check : catalogue())
    if ((selection.only.empty() || chosen(check, selection.only)) && !chosen(check, selection.skip)) checks.push_back(&check);
  return checks;
}

std::vector<Result> run(const std::vector<const Check*>& checks, const Input& input) {
  std::vector<Result> results;
  for (const Check* check : checks)
    for (Finding& finding : bounded(check->rule(input))) results.push_back({check, std::move(finding)});
  std::stable_sort(results.begin(), results.end(),
                   [](const Result& a, const Result& b) { return rank(a.finding) < rank(b.finding); });
  return results;
}

}  // namespace railhead::check
