#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "check/order.h"
#include "report/explain/explain.h"
#include "report/finding_text.h"

namespace railhead::report {
namespace {

using check::Verdict;

std::string input_text(const ExplainedInput& input) {
  const std::string file = base::one_line(input.file);
  const std::string unread =
      input.unread.empty() ? "" : base::format("  {}: the rest could not be read: {}\n", file, base::one_line(input.unread));
  if (input.kinds.empty()) return base::format("  {}: not recognised, and left aside\n", file) + unread;
  std::string text = base::format("  {}: {}, {}", file, base::joined(input.kinds, ", "), base::counted(input.lines, "line"));
  if (input.unrecognised > 0)
    text += base::format("; {} of them not recognised, the first is {}", input.unrecognised, input.first_unrecognised);
  return text + "\n" + unread;
}

/// What follows from the first cause, in a line each.
std::string consequences(const Explained& explained, const Style& style) {
  std::string text;
  for (const check::Result& result : explained.results) {
    if (result.consequence_of.empty()) continue;
    const check::Finding& finding = result.finding;
    const std::string where = finding.evidence.empty() ? "" : "[" + finding.evidence.front().where + "]";
    text += base::format("    followed by: {}: {} ({}) {}\n", base::one_line(finding.subject), base::one_line(finding.message),
                         result.check->id, toned(style, Tone::faint, base::one_line(where)));
  }
  return text;
}

std::string findings_part(const Explained& explained, const Style& style) {
  std::string text;
  std::string folded = consequences(explained, style);
  const auto cause = std::ranges::find_if(explained.results, [](const auto& result) { return !result.consequence_of.empty(); });
  for (const check::Result& result : explained.results) {
    if (!result.consequence_of.empty()) continue;
    if (result.finding.verdict != Verdict::violated && (result.finding.verdict != Verdict::ok || !result.check->good_state))
      continue;
    text += finding_text(result, result.check->id, style);
    if (!folded.empty() && result.check->id == cause->consequence_of) {
      text += folded;
      folded.clear();
    }
  }
  return text;
}

std::string carried_by(const std::string& transport) {
  if (transport == "roce") return "RDMA (RoCE)";
  if (transport == "ib") return "RDMA (InfiniBand)";
  if (transport == "socket") return "TCP sockets";
  return transport;
}

/// What the log proves of the way that the data of all ranks took. Empty where nothing says that data went anywhere.
std::string way_of(const Explained& explained) {
  const check::Conclusions& found = explained.conclusions;
  if (!found.over_sockets.empty())
    return base::format("Some ranks use RDMA ({}), others TCP sockets ({})", base::listed(found.over_rdma, 4),
                        base::listed(found.over_sockets, 4));
  const std::string& transport = found.transport;
  if (found.rdma_used == true) return base::format("The data went over {}", transport.empty() ? "RDMA" : carried_by(transport));
  if (found.rdma_used == false)
    return base::format("The data did not go over RDMA{}", transport == "socket" ? ", but over TCP sockets" : "");
  if (transport.empty()) return explained.log.seen() ? "How the data went is not proved by these texts" : "";
  return "The transport is " + carried_by(transport);
}

bool nothing_recognised(const Explained& explained) {
  return std::ranges::all_of(explained.inputs, [](const ExplainedInput& input) { return input.kinds.empty(); });
}

std::string verdict(const Explained& explained) {
  if (nothing_recognised(explained))
    return "Nothing of this is a text that is known here; 'railhead explain --help' names them.";
  const auto first = std::ranges::find_if(explained.results, [](const check::Result& result) {
    return result.finding.verdict == Verdict::violated && result.finding.severity == check::Severity::error;
  });
  const std::string text = way_of(explained);
  if (first == explained.results.end()) return (text.empty() ? "These texts tell of no error" : text) + ".";
  if (text.empty()) return "The first fault is " + first->check->id + ".";
  if (check::lacks_cause(*first))
    return text + base::format(
                      "; {} is a consequence, and its cause is in none of these texts: it is in another rank's log, or "
                      "before what was pasted.",
                      first->check->id);
  return text + "; the first fault is " + first->check->id + ".";
}

/// Bounds that were met: what is counted is not all.
std::string left_out(const facts::LogRun& log) {
  std::string text;
  if (log.lines_left_out > 0)
    text += base::format("  {} of further ranks left out: only so many ranks are kept\n",
                         base::counted(log.lines_left_out, "line"));
  if (log.events_left_out > 0)
    text += base::format("  {} left out: only so many are kept\n", base::counted(log.events_left_out, "further fault"));
  return text;
}

std::string not_proved(const facts::LogRun& log) {
  const bool any = std::ranges::any_of(log.ranks, [](const facts::LogRank& rank) { return rank.channels.any_network(); });
  if (any || log.lines == 0) return "";
  return "Not proved: which way each channel took; lines 'Channel ... via' come with NCCL_DEBUG=INFO.\n";
}

}  // namespace

bool is_certain(const Explained& explained) {
  return explained.conclusions.rdma_used.has_value() || !explained.conclusions.transport.empty() ||
         std::ranges::any_of(explained.results, [](const check::Result& result) {
           return result.finding.verdict == Verdict::violated && result.finding.severity != check::Severity::info;
         });
}

std::string explain_verdict(const Explained& explained) {
  std::string text = verdict(explained);
  for (const check::Result& result : explained.results)
    if (result.finding.verdict == Verdict::violated) text += " " + result.check->id;
  return text;
}

std::string explain_change(const Explained& explained, const Style& style) {
  return findings_part(explained, style) + verdict(explained) + "\n\n";
}

std::string explain_text(const Explained& explained, const Style& style) {
  std::string text = toned(style, Tone::strong, "what was read") + "\n";
  for (const ExplainedInput& input : explained.inputs) text += input_text(input);
  const facts::LogRun& log = explained.log;
  if (log.version.has())
    text += base::format("  {} {} {}\n", log.rccl ? "RCCL" : "NCCL", base::one_line(*log.version),
                         toned(style, Tone::faint, base::one_line("[" + log.version.source() + "]")));
  else if (log.version_range.has())
    text += base::format("  {} {}, by the form of a line {}\n", log.rccl ? "RCCL" : "NCCL", *log.version_range,
                         toned(style, Tone::faint, base::one_line("[" + log.version_range.source() + "]")));
  text += left_out(log) + "\n" + ranks_text(log, style) + bandwidth_text(log, style);
  const std::string findings = findings_part(explained, style);
  if (!findings.empty()) text += toned(style, Tone::strong, "findings, the first cause first") + "\n" + findings + "\n";
  return text + summary_text(explained.results) + not_proved(log) + verdict(explained) + "\n";
}

}  // namespace railhead::report
