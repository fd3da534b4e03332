#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/explain/explain.h"
#include "report/finding_text.h"

namespace railhead::report {
namespace {

using check::Verdict;

std::string input_text(const ExplainedInput& input) {
  const std::string file = base::one_line(input.file);
  if (input.kinds.empty()) return base::format("  {}: not recognised, and left aside\n", file);
  std::string text = base::format("  {}: {}, {}", file, base::joined(input.kinds, ", "), base::counted(input.lines, "line"));
  if (input.unrecognised > 0)
    text += base::format("; {} of them not recognised, the first is {}", input.unrecognised, input.first_unrecognised);
  return text + "\n";
}

std::string findings_part(const Explained& explained, const Style& style) {
  std::string text;
  for (const check::Result& result : explained.results)
    if (result.finding.verdict == Verdict::violated || (result.finding.verdict == Verdict::ok && result.check->good_state))
      text += finding_text(result, result.check->id, style);
  return text;
}

std::string carried_by(const std::string& transport) {
  if (transport == "roce") return "RDMA (RoCE)";
  if (transport == "ib") return "RDMA (InfiniBand)";
  if (transport == "socket") return "TCP sockets";
  return transport;
}

/// What the log proves of the way that the data of all ranks took.
std::string way_of(const check::Conclusions& found) {
  if (!found.over_sockets.empty())
    return base::format("Some ranks use RDMA ({}), others TCP sockets ({})", base::listed(found.over_rdma, 4),
                        base::listed(found.over_sockets, 4));
  const std::string& transport = found.transport;
  if (found.rdma_used == true) return base::format("The data went over {}", transport.empty() ? "RDMA" : carried_by(transport));
  if (found.rdma_used == false)
    return base::format("The data did not go over RDMA{}", transport == "socket" ? ", but over TCP sockets" : "");
  if (transport.empty()) return "How the data went is not proved by these texts";
  return "The transport is " + carried_by(transport);
}

std::string verdict(const Explained& explained) {
  const auto first = std::ranges::find_if(explained.results, [](const check::Result& result) {
    return result.finding.verdict == Verdict::violated && result.finding.severity == check::Severity::error;
  });
  std::string text = way_of(explained.conclusions);
  if (first != explained.results.end()) text += "; the first fault is " + first->check->id;
  return text + ".";
}

std::string not_proved(const facts::LogRun& log) {
  const bool any = std::ranges::any_of(log.ranks, [](const facts::LogRank& rank) { return rank.channels.any_network(); });
  if (any || log.lines == 0) return "";
  return "Not proved: which way each channel took; lines 'Channel ... via' come with NCCL_DEBUG=INFO.\n";
}

}  // namespace

std::string explain_text(const Explained& explained, const Style& style) {
  std::string text = toned(style, Tone::strong, "what was read") + "\n";
  for (const ExplainedInput& input : explained.inputs) text += input_text(input);
  const facts::LogRun& log = explained.log;
  if (log.version.has())
    text += base::format("  {} {} {}\n", log.rccl ? "RCCL" : "NCCL", base::one_line(*log.version),
                         toned(style, Tone::faint, base::one_line("[" + log.version.source() + "]")));
  text += "\n" + ranks_text(log, style);
  const std::string findings = findings_part(explained, style);
  if (!findings.empty()) text += toned(style, Tone::strong, "findings, the first cause first") + "\n" + findings + "\n";
  return text + summary_text(explained.results) + not_proved(log) + verdict(explained) + "\n";
}

}  // namespace railhead::report
