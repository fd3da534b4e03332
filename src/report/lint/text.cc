#include "base/text.h"
#include "base/format.h"
#include "report/finding_text.h"
#include "report/lint/lint.h"

namespace railhead::report {
namespace {

using check::Verdict;

std::string place_text(const lint::Place& place, const Style& style) {
  return toned(style, Tone::strong, base::one_line(place.text()));
}

/// The finding as doctor shows it, with its place in a line of its own: editors and terminals know FILE:LINE:COLUMN.
std::string shown(const lint::JudgedFinding& finding, const Style& style) {
  if (!finding.ignored.empty())
    return toned(style, Tone::faint,
                 base::format("- ignored: {}: {} ({}) because: {}", base::one_line(finding.result.finding.subject),
                              base::one_line(finding.result.finding.message), finding.result.check->id,
                              base::one_line(finding.ignored))) +
           "\n";
  if (finding.result.finding.verdict == Verdict::skipped)
    return toned(style, Tone::faint,
                 base::format("- skipped: {} ({})", base::one_line(finding.result.finding.message), finding.result.check->id)) +
           "\n";
  std::string text = finding_text(finding.result, finding.result.check->id, style);
  if (finding.result.finding.verdict == Verdict::ok) return text;
  const std::size_t end = text.find('\n') + 1;
  return text.insert(end,
                     base::format("    {}    {}\n", toned(style, Tone::strong, "at:"), base::one_line(finding.place.text())));
}

std::string note_text(const lint::Note& note, const Style& style) {
  return base::format("{} {} {}\n", toned(style, Tone::attention, style.utf8 ? "‼" : "!!"), base::one_line(note.text),
                      toned(style, Tone::faint, "[" + base::one_line(note.place.text()) + "]"));
}

std::string problem_text(const lint::Problem& problem, const Style& style) {
  std::string text = base::format("{} {} {}\n", place_text(problem.place, style),
                                  toned(style, Tone::bad, style.utf8 ? "×" : "XX"), base::one_line(problem.message));
  text += problem.is_template
              ? base::format("    {} helm template CHART | railhead lint -  # render it first, and judge what comes out\n",
                             toned(style, Tone::strong, "fix:"))
              : "    this document is not judged\n";
  return text + "\n";
}

}  // namespace

std::string lint_text(const lint::JudgedDocument& document, const Style& style) {
  std::string text;
  for (const lint::Problem& problem : document.problems) text += problem_text(problem, style);
  for (const lint::JudgedObject& object : document.objects) {
    if (object.findings.empty() && object.notes.empty()) continue;
    const std::string space = object.space.empty() ? "" : base::format(" (namespace {})", base::one_line(object.space));
    text += base::format("{} {}{}\n", place_text(object.place, style),
                         toned(style, Tone::strong, base::one_line(object.title())), space);
    for (const lint::JudgedFinding& finding : object.findings) text += shown(finding, style);
    for (const lint::Note& note : object.notes) text += note_text(note, style);
    text += "\n";
  }
  return text;
}

std::string lint_summary(const LintCount& count, const Style& style) {
  std::vector<std::string> parts = {base::counted(count.errors, "error"), base::counted(count.warnings, "warning")};
  if (count.infos > 0) parts.push_back(base::format("{} worth knowing", count.infos));
  if (count.unknown > 0) parts.push_back(base::format("{} unknown", count.unknown));
  if (count.ignored > 0) parts.push_back(base::format("{} ignored", count.ignored));
  if (count.ok > 0) parts.push_back(base::format("{} ok", count.ok));
  std::string text = base::format("{} in {}: {}\n", base::counted(count.objects, "object"),
                                  base::counted(count.documents, "document"), base::joined(parts, ", "));
  if (count.notes > 0)
    text += base::counted(count.notes, "annotation") + " railhead.dev/ignore not as it should be: see above\n";
  if (count.unusable > 0)
    text += toned(style, Tone::bad,
                  base::counted(count.unusable, "document") + " could not be read, and nothing is said of " +
                      (count.unusable == 1 ? "it" : "them")) +
            "\n";
  return text;
}

}  // namespace railhead::report
