#include "cli/doctor/fail_on.h"

#include <algorithm>

namespace railhead::cli {
namespace {

bool fails(const check::Finding& finding, const std::string& fail_on) {
  if (finding.verdict != check::Verdict::violated || fail_on == "never") return false;
  if (fail_on == "info") return true;
  if (fail_on == "warning") return finding.severity != check::Severity::info;
  return finding.severity == check::Severity::error;
}

}  // namespace

bool any_fails(const std::vector<check::Result>& results, const std::string& fail_on) {
  return std::ranges::any_of(results, [&fail_on](const check::Result& result) { return fails(result.finding, fail_on); });
}

}  // namespace railhead::cli
