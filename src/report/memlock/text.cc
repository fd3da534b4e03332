#include "base/text.h"

#include <map>
#include <utility>

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

/// What lets capabilities through is written out once, and referred to where no more than the capabilities differ.
class Admissions {
 public:
  std::string text(const Way& way, std::size_t number) {
    if (way.admission.empty()) return "";
    const std::string capabilities = way.pod ? base::joined(way.pod->capabilities, ", ") : "";
    const auto [written, is_new] = written_.try_emplace(without(way.admission, capabilities), number, way.admission);
    if (is_new) return block(way.admission) + "\n";
    const auto& [first, whole] = written->second;
    if (whole == way.admission) return base::format("   # let through as under {}\n", first);
    return base::format("   # let through as under {}, with the capabilities {}\n", first, capabilities);
  }

 private:
  static std::string without(std::string text, const std::string& capabilities) {
    const std::size_t at = text.find("[" + capabilities + "]");
    return at == std::string::npos ? text : text.erase(at, capabilities.size() + 2);
  }

  std::map<std::string, std::pair<std::size_t, std::string>> written_ = {};
};

/// "SCCs of cluster.yaml, OpenShift's own beside them, Pod Security level baseline"
std::string asked_text(const memlock::Asked& asked, const memlock::Situation& situation) {
  std::vector<std::string> parts;
  if (!asked.files.empty()) parts.push_back("SCCs of " + base::listed(asked.files, 4));
  if (asked.stock && situation.cluster == memlock::Cluster::openshift)
    parts.emplace_back(asked.files.empty() ? "OpenShift's own SCCs" : "OpenShift's own beside them");
  if (!asked.level.empty()) parts.push_back("Pod Security level " + asked.level);
  return base::joined(parts, ", ");
}

std::string verdict_text(const Way& way) {
  const memlock::Admission& said = way.judged;
  std::string text = base::format("{}: {}", way.title, name(said.verdict));
  if (!said.by.empty()) text += base::format(", by {}", said.by);
  if (!said.account.empty()) text += base::format(" for service account {}", said.account);
  if (said.any_user) text += ", without runAsUser";
  if (!said.why.empty()) text += ": " + said.why;
  if (!said.field.empty() && said.verdict != memlock::Verdict::admitted) text += base::format(" ({})", said.field);
  return text + ".";
}

/// What admission said of each way that goes through the manifest of a pod, and which ways it has no say in.
std::string admission(const memlock::Situation& situation, const memlock::Answer& answer, const Style& style) {
  if (!situation.asked) return "";
  std::string text = toned(style, Tone::strong, base::format("admission: {}", asked_text(*situation.asked, situation))) + "\n";
  std::vector<std::string> others;
  for (const Way& way : answer.ways) {
    if (way.pod && way.judged.verdict != memlock::Verdict::not_asked) text += "- " + paragraph(verdict_text(way), 2).substr(2);
    if (way.works != Works::no && way.judged.verdict == memlock::Verdict::not_needed) others.push_back(way.title);
  }
  if (!others.empty())
    text += "- " + paragraph("What it has no say in remains: " + base::joined(others, "; ") + ".", 2).substr(2);
  return text + "\n";
}

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
  text += table(answer) + "\n" + open_questions(situation) + admission(situation, answer, style) + snippets(answer, style) +
          claims(answer, style);
  return base::printable(text);
}

}  // namespace railhead::report
