#include "base/format.h"
#include "report/scc/scc.h"
#include "report/scc/text/parts.h"

namespace railhead::report {
namespace {

using manifest::scc::Outcome;

std::string mark(const AskedPod& asked, const Style& style) {
  switch (asked.verdict.outcome) {
    case Outcome::refused: return toned(style, Tone::bad, style.utf8 ? "×" : "XX");
    case Outcome::unknown: return toned(style, Tone::attention, style.utf8 ? "?" : "? ");
    case Outcome::admitted:
    case Outcome::skipped: break;
  }
  return toned(style, Tone::good, style.utf8 ? "√" : "ok");
}

}  // namespace

std::string scc_check_text(const AskedPod& pod, const AskedWorld& world, const SccTextWishes& wishes, const Style& style) {
  std::string text = base::format("{} {}\n", mark(pod, style), toned(style, Tone::strong, answer(pod)));
  text += ground_text(pod, world);
  if (pod.verdict.outcome != Outcome::refused) text += filled_text(pod, style);
  return text + why_text(pod, wishes, style) + ways_text(pod, wishes, style);
}

}  // namespace railhead::report
