#include "base/text.h"
#include "base/format.h"
#include "report/columns.h"
#include "report/memlock/memlock.h"

namespace railhead::report {
namespace {

using memlock::Way;
using memlock::Works;

constexpr std::size_t kWidth = 100;

std::string paragraph(const std::string& text, std::size_t indent = 0) {
  std::string result;
  for (const std::string& line : wrapped(text, kWidth - indent)) result += std::string(indent, ' ') + line + "\n";
  return result;
}

std::string who(const memlock::Situation& situation) {
  const facts::Process& process = situation.process;
  std::vector<std::string> parts;
  parts.push_back(process.uid ? base::format("uid {}", *process.uid) : "uid not known");
  if (process.initial_user_namespace.is(false)) parts.emplace_back("in a user namespace");
  if (process.no_new_privs.is(true)) parts.emplace_back("no_new_privs");
  parts.push_back(base::format("runtime {}", name(situation.runtime)));
  parts.push_back(base::format("cluster {}", name(situation.cluster)));
  if (situation.kube_minor) parts.push_back(base::format("Kubernetes 1.{}", *situation.kube_minor));
  return base::joined(parts, ", ");
}

/// "can pin 8 MiB: ..." or why that is not known.
std::string pins(const memlock::Situation& situation, const memlock::Model& model) {
  const char* what = situation.described ? "The process described" : "This process";
  std::string text = base::format("{} ({})", what, who(situation));
  if (!model.predicted) return text + ": " + model.why;
  text += model.predicted->unlimited() ? " can pin without limit: "
                                       : base::format(" can pin {}: ", memlock::text(*model.predicted));
  text += model.why;
  if (situation.described && !model.predicted->unlimited()) text += " (8 MiB is assumed: the kernel's default since 5.16)";
  if (model.group && model.group->limit)
    text += base::format(". The memory control group allows {} in all: pinning more is not refused, the container is killed",
                         base::rounded(*model.group->limit));
  return text + ".";
}

std::string table(const memlock::Answer& answer) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(answer.ways.size());
  for (const Way& way : answer.ways) rows.push_back({way.title, name(way.works), way.because, name(way.actor)});
  return columns({{"way", 35}, {"works", 7}, {"because", 37}, {"who acts", 15}}, rows);
}

std::string block(std::string_view text) {
  std::string result;
  for (std::string_view line : base::lines(text)) result += line.empty() ? "\n" : base::format("   {}\n", line);
  return result;
}

/// What lets capabilities through is written out once and referred to afterwards.
class Admissions {
 public:
  std::string text(const Way& way, std::size_t number) {
    if (way.admission.empty()) return "";
    if (first_ != 0)
      return base::format("   # let through as under {}, with the capabilities {}\n", first_,
                          base::joined(way.capabilities, ", "));
    first_ = number;
    return block(way.admission) + "\n";
  }

 private:
  std::size_t first_ = 0;
};

std::string snippets(const memlock::Answer& answer, const Style& style) {
  std::string text;
  std::size_t number = 0;
  Admissions admissions;
  for (Works worth : {Works::yes, Works::partly})
    for (const Way& way : answer.ways) {
      if (way.works != worth || way.snippet.empty()) continue;
      ++number;
      text += toned(style, Tone::strong, base::format("{}. {} ({})", number, way.title, name(way.actor))) + "\n";
      text += admissions.text(way, number) + block(way.snippet) + "\n";
    }
  return text;
}

std::string claims(const memlock::Answer& answer, const Style& style) {
  std::string text = toned(style, Tone::strong, "often said, and wrong") + "\n";
  for (const Way& way : answer.ways)
    if (!way.claim.empty()) text += "- " + paragraph(way.claim, 2).substr(2);
  return text;
}

std::string open_questions(const memlock::Situation& situation) {
  std::vector<std::string> options;
  if (situation.runtime == memlock::Runtime::unknown) options.emplace_back("--runtime");
  if (situation.cluster == memlock::Cluster::unknown) options.emplace_back("--cluster");
  if (!situation.kube_minor && situation.cluster != memlock::Cluster::none) options.emplace_back("--kube-version");
  return options.empty() ? "" : paragraph("What is unknown above can be told with " + base::joined(options, ", ") + ".") + "\n";
}

}  // namespace

std::string explain_text(const memlock::Situation& situation, const memlock::Answer& answer, const Style& style) {
  std::string text = "Can the memlock limit be set in the pod manifest?\n";
  text += toned(style, Tone::strong, base::joined(wrapped(answer.sentence, kWidth), "\n")) + "\n\n";
  text += paragraph(pins(situation, answer.model)) + "\n";
  text += table(answer) + "\n" + open_questions(situation) + snippets(answer, style) + claims(answer, style);
  return base::printable(text);
}

}  // namespace railhead::report
