#include "report/lint/lint.h"

namespace railhead::report {

using check::Severity;
using check::Verdict;

void LintCount::add(const lint::JudgedDocument& document) {
  ++documents;
  objects += document.objects.size();
  unusable += document.problems.size();
  for (const lint::JudgedObject& object : document.objects) {
    notes += object.notes.size();
    for (const lint::JudgedFinding& finding : object.findings) {
      const check::Finding& said = finding.result.finding;
      if (!finding.ignored.empty()) {
        ++ignored;
        continue;
      }
      switch (said.verdict) {
        case Verdict::violated:
          ++(said.severity == Severity::error ? errors : said.severity == Severity::warning ? warnings : infos);
          break;
        case Verdict::unknown: ++unknown; break;
        case Verdict::skipped: ++skipped; break;
        case Verdict::ok: ++ok; break;
      }
    }
  }
}

bool LintCount::fails(const std::string& fail_on) const {
  if (fail_on == "never") return false;
  return errors > 0 || (fail_on != "error" && warnings > 0) || (fail_on == "info" && infos > 0);
}

bool fails(const lint::JudgedFinding& finding, const std::string& fail_on) {
  const check::Finding& said = finding.result.finding;
  if (said.verdict != Verdict::violated || !finding.ignored.empty() || fail_on == "never") return false;
  if (said.severity == Severity::error || fail_on == "info") return true;
  return fail_on == "warning" && said.severity == Severity::warning;
}

}  // namespace railhead::report
