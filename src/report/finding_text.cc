#include "report/finding_text.h"

#include "base/format.h"
#include "base/text.h"
#include "report/doctor/summary.h"

namespace railhead::report {
namespace {

using check::Severity;
using check::Verdict;

struct Mark {
  std::string_view utf8;
  std::string_view ascii;
  Tone tone = Tone::plain;
};

Mark mark_of(const check::Finding& finding) {
  switch (finding.verdict) {
    case Verdict::ok: return {"√", "ok", Tone::good};
    case Verdict::unknown: return {"?", "? ", Tone::attention};
    case Verdict::skipped:
    case Verdict::violated: break;
  }
  if (finding.severity == Severity::error) return {"×", "XX", Tone::bad};
  if (finding.severity == Severity::warning) return {"‼", "!!", Tone::attention};
  return {"i", "i ", Tone::plain};
}

/// `text` with its further lines under the first.
std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  for (std::string_view line : base::lines(text)) {
    if (!result.empty()) result += "\n" + std::string(indent);
    result += line;
  }
  return result;
}

std::string labelled(const Style& style, std::string_view label, std::string_view text) {
  constexpr std::string_view kIndent = "           ";
  return base::format("    {} {}\n", toned(style, Tone::strong, base::format("{:<6}", label)),
                      indented(base::printable(text), kIndent));
}

std::string details(const check::Result& result, const Style& style) {
  const check::Finding& finding = result.finding;
  std::string text;
  for (const check::Evidence& item : finding.evidence)
    text += base::format("    {}{}\n", base::one_line(item.what),
                         item.where.empty() ? "" : " " + toned(style, Tone::faint, base::one_line("[" + item.where + "]")));
  if (finding.verdict != Verdict::violated) return text;
  text += labelled(style, "cause:", result.check->cause);
  text += labelled(style, "fix:", finding.fix.empty() ? result.check->fix : finding.fix);
  return text + labelled(style, "see:", "railhead checks " + result.check->id);
}

std::string first_source(const check::Finding& finding, const Style& style) {
  if (finding.evidence.empty() || finding.evidence.front().where.empty()) return "";
  return " " + toned(style, Tone::faint, base::one_line("[" + finding.evidence.front().where + "]"));
}

}  // namespace

std::string finding_text(const check::Result& result, const std::string& ids, const Style& style) {
  const check::Finding& finding = result.finding;
  const Mark mark = mark_of(finding);
  std::string line = toned(style, mark.tone, style.utf8 ? mark.utf8 : mark.ascii) + " ";
  if (!finding.subject.empty() && finding.subject != "machine") line += base::one_line(finding.subject) + ": ";
  line += base::one_line(finding.message);
  if (finding.verdict == Verdict::ok) return line + first_source(finding, style) + "\n";
  return line + base::format(" ({})\n", ids) + details(result, style);
}

std::string summary_text(const std::vector<check::Result>& results) {
  const Summary summary = summary_of(results);
  std::vector<std::string> parts = {base::counted(summary.errors, "error"), base::counted(summary.warnings, "warning")};
  if (summary.unknown > 0) parts.push_back(base::format("{} unknown", summary.unknown));
  if (summary.skipped > 0) parts.push_back(base::format("{} skipped", summary.skipped));
  parts.push_back(base::format("{} ok", summary.ok));
  return base::joined(parts, ", ") + "\n";
}

}  // namespace railhead::report
