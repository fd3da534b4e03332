#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/memlock/memlock.h"

namespace railhead::report {
namespace {

std::string term_line(const memlock::Term& term) {
  return base::format("{:<26}{:<44}{:>14}{}\n", term.what, term.how, base::exact(term.size), term.assumed ? "  assumed" : "");
}

std::string left_text(const memlock::Size& size) {
  if (!size.left) return "What the memory control group leaves is not known here.\n";
  if (size.left->unlimited()) return "The memory control group has no limit.\n";
  const std::string left = base::rounded(*size.left->limit);
  if (size.fits() == true) return base::format("The memory control group leaves {}: it fits.\n", left);
  return base::format(
      "The memory control group leaves {}: too little. Raise limits.memory of the container by at least {}; pinning\n"
      "more than it allows is not refused, the container is killed.\n",
      left, base::rounded(base::Bytes{size.need.value - size.left->limit->value}));
}

std::string pinned_text(const memlock::Size& size, const memlock::Model& model) {
  if (!model.predicted) return base::format("Not known: {}.\n", model.why);
  if (model.predicted->covers(size.need)) {
    const std::string most = model.predicted->unlimited() ? "without limit" : text(*model.predicted);
    return base::format("This process can pin {}: enough ({}).\n", most, model.why);
  }
  return base::format("This process can pin {}: too little ({}). 'railhead memlock explain' shows the ways to more.\n",
                      text(*model.predicted), model.why);
}

}  // namespace

std::string size_text(const memlock::Job& job, const memlock::Size& size, const memlock::Model& model, const Style& style) {
  std::string text =
      base::format("per process, {} channels, {} peers, {} queue pairs\n\n", job.channels, job.peers, job.queue_pairs);
  for (const memlock::Term& term : size.terms) text += term_line(term);
  text += base::format("{:<70}{:>14}\n", "needed", base::exact(size.need));
  const std::string value = base::exact(size.size);
  text += "\n" + toned(style, Tone::strong, base::format("memlock limit: {} ({} bytes)", value, size.size.value)) + "\n";
  for (const memlock::Term& term : size.terms)
    if (!term.note.empty()) text += "assumed: " + term.note + "\n";
  return text + left_text(size) + pinned_text(size, model);
}

}  // namespace railhead::report
