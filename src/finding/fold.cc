#include "finding/fold.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "fabric/device/claim.h"

namespace railhead::check {
namespace {

bool is_minor(const Finding& finding) {
  return finding.verdict == Verdict::unknown || (finding.verdict == Verdict::violated && finding.severity == Severity::info);
}

/// Their evidence is of one kind, so that a few pieces show it.
Finding merged(const std::vector<const Finding*>& alike) {
  constexpr std::size_t kShown = 4;
  Finding one = *alike.front();
  std::vector<std::string> subjects;
  one.evidence.clear();
  for (const Finding* each : alike) {
    subjects.push_back(each->subject);
    if (!each->evidence.empty() && one.evidence.size() < kShown) one.evidence.push_back(each->evidence.front());
    if (each->fix != one.fix) one.fix.clear();
  }
  std::sort(subjects.begin(), subjects.end(), base::natural_less);
  one.message = base::format("{}: {}", base::listed(std::move(subjects)), one.message);
  one.subject = "machine";
  return one;
}

}  // namespace

std::vector<Finding> folded(const std::vector<Finding>& findings) {
  std::map<std::pair<Verdict, std::string>, std::vector<const Finding*>> groups;
  for (const Finding& finding : findings)
    if (is_minor(finding)) groups[{finding.verdict, finding.message}].push_back(&finding);
  std::vector<Finding> result;
  for (const Finding& finding : findings) {
    const auto group = is_minor(finding) ? groups.find({finding.verdict, finding.message}) : groups.end();
    if (group == groups.end() || group->second.size() == 1)
      result.push_back(finding);
    else if (group->second.front() == &finding)
      result.push_back(merged(group->second));
  }
  return result;
}

}  // namespace railhead::check
