#include <array>

#include "base/format.h"
#include "base/text.h"
#include "report/finding_text.h"
#include "report/preflight/preflight.h"

namespace railhead::report {
namespace {

using check::Result;
using check::Severity;
using check::Verdict;

/// Findings under one heading: those of checks whose ids begin so.
struct Group {
  std::string_view title;
  std::array<std::string_view, 5> begins;
};
constexpr std::array<Group, 4> kGroups = {{
    {"nodes and resources", {"preflight.nodes.", "preflight.resource.", "preflight.quota.", "preflight.storage.", ""}},
    {"networks", {"preflight.network.", "preflight.rails.", "preflight.stack.", "", ""}},
    {"rights", {"preflight.pod.", "preflight.scc.", "preflight.memlock.", "", ""}},
    {"objects", {"preflight.object.", "preflight.kind.", "", "", ""}},
}};

bool is_in(const Group& group, const std::string& id) {
  for (const std::string_view begin : group.begins)
    if (!begin.empty() && id.starts_with(begin)) return true;
  return false;
}

Tone tone_of(const check::Outlook& outlook) {
  if (!outlook.can_start) return Tone::attention;
  return *outlook.can_start ? Tone::good : Tone::bad;
}

/// The way that is left where it is RDMA that is in the way.
std::string way_out(const check::Outlook& outlook) {
  if (!outlook.rdma || outlook.can_start.value_or(true)) return {};
  for (const std::string& id : outlook.blockers)
    if (!id.starts_with("preflight.network.") && id != "preflight.resource.on-no-node" && id != "preflight.stack.missing" &&
        id != "preflight.scc.not-granted" && id != "preflight.memlock.way-missing" && id != "preflight.pod.refused")
      return {};
  return "Without RDMA it may start: --mode tcp leaves out all that RDMA needs.\n";
}

}  // namespace

std::string preflight_text(const Preflighted& said, const Style& style) {
  std::string text;
  for (const Group& group : kGroups) {
    std::string part;
    for (const Result& result : said.results)
      if (is_in(group, result.check->id)) part += finding_text(result, result.check->id, style);
    if (!part.empty()) text += toned(style, Tone::strong, std::string(group.title)) + "\n" + part + "\n";
  }
  text += summary_text(said.results);
  text += toned(style, tone_of(said.outlook), base::one_line(said.outlook.message)) + "\n";
  return text + way_out(said.outlook);
}

std::string preflight_stop_text(const Preflighted& said, const Style& style) {
  std::string text;
  for (const Result& result : said.results) {
    const check::Finding& finding = result.finding;
    const bool error = finding.verdict == Verdict::violated && finding.severity == Severity::error;
    if (error) {
      text += finding_text(result, result.check->id, style);
    } else if (finding.verdict == Verdict::violated || finding.verdict == Verdict::unknown) {
      const char* mark = finding.verdict == Verdict::unknown ? "?" : style.utf8 ? "‼" : "!!";
      text += base::format("{} {}: {} ({})\n", mark, base::one_line(finding.subject), base::one_line(finding.message),
                           result.check->id);
    }
  }
  return text;
}

}  // namespace railhead::report
