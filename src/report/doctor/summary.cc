#include "report/doctor/summary.h"

namespace railhead::report {
namespace {

std::size_t& counter(Summary& summary, const check::Finding& finding) {
  switch (finding.verdict) {
    case check::Verdict::ok: return summary.ok;
    case check::Verdict::unknown: return summary.unknown;
    case check::Verdict::skipped: return summary.skipped;
    case check::Verdict::violated: break;
  }
  switch (finding.severity) {
    case check::Severity::info: return summary.infos;
    case check::Severity::warning: return summary.warnings;
    case check::Severity::error: break;
  }
  return summary.errors;
}

}  // namespace

Summary summary_of(const std::vector<check::Result>& results) {
  Summary summary;
  for (const check::Result& result : results) ++counter(summary, result.finding);
  return summary;
}

}  // namespace railhead::report
