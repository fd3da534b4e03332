#include "report/inject/inject.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::report {
namespace {

bool has(const manifest::InjectReport& report, manifest::Outcome outcome) {
  return std::ranges::any_of(report.notes, [outcome](const auto& note) { return note.outcome == outcome; });
}

std::string mark_of(manifest::Outcome outcome, const Style& style) {
  switch (outcome) {
    case manifest::Outcome::added: return toned(style, Tone::good, "+");
    case manifest::Outcome::kept: return toned(style, Tone::faint, "=");
    case manifest::Outcome::refused: break;
  }
  return toned(style, Tone::bad, style.utf8 ? "×" : "x");
}

std::string note_line(const std::string& file, const manifest::InjectNote& note, const Style& style) {
  const std::string place = note.line == 0 ? "" : base::format(" ({}:{})", base::one_line(file), note.line);
  return base::format("  {} {}: {}{}\n", mark_of(note.outcome, style), note.subject, base::one_line(note.text),
                      toned(style, Tone::faint, place));
}

}  // namespace

std::string inject_text(const std::string& file, const manifest::InjectReport& report, const Style& style) {
  if (!report.left_alone.empty() && !report.pods) return {};
  std::string text = base::format("{}:{} {}", base::one_line(file), report.line, toned(style, Tone::strong, report.object));
  if (!report.left_alone.empty() && report.notes.empty())
    return text + ": left alone, " + base::one_line(report.left_alone) + "\n";
  text += "\n";
  for (const manifest::InjectNote& note : report.notes) text += note_line(file, note, style);
  if (!report.left_alone.empty()) text += "  = " + base::one_line(report.left_alone) + "\n";
  return text;
}

void count(const manifest::InjectReport& report, InjectSummary& summary) {
  if (has(report, manifest::Outcome::added))
    ++summary.changed;
  else if (!report.left_alone.empty())
    ++summary.left_alone;
  else
    ++summary.complete;
  summary.refused +=
      static_cast<std::size_t>(std::ranges::count(report.notes, manifest::Outcome::refused, &manifest::InjectNote::outcome));
}

std::string inject_summary(const InjectSummary& summary) {
  std::string text = base::counted(summary.changed, "object") + " changed";
  if (summary.complete > 0) text += base::format(", {} complete already", summary.complete);
  if (summary.left_alone > 0) text += base::format(", {} left alone", summary.left_alone);
  if (summary.refused > 0) text += base::format("; {} could not be added, see above", base::counted(summary.refused, "thing"));
  return text + "\n";
}

}  // namespace railhead::report
