#include <map>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "report/columns.h"
#include "report/finding_text.h"
#include "report/verify/verify.h"

namespace railhead::report {
namespace {

using check::Verdict;
using facts::RankUse;

constexpr std::size_t kMostNamed = 8;

std::string memlock_of(const RankUse& row) {
  if (row.memlock_unlimited) return "no limit";
  return row.memlock ? rounded(base::Bytes{*row.memlock}) : "";
}

std::string moved_of(const RankUse& row, const std::optional<std::vector<facts::Moved>>& moved) {
  if (!row.moved || !moved) return "";
  return base::format("{} in {:.1f} s", rounded(base::Bytes{facts::total(*moved)}),
                      static_cast<double>(row.moved->milliseconds) / 1000);
}

std::vector<std::string> cells_of(const RankUse& row) {
  return {row.rank ? base::format("{}", *row.rank) : "?",
          base::one_line(row.pod),
          base::one_line(row.node),
          memlock_of(row),
          row.pinned ? rounded(base::Bytes{*row.pinned}) : "",
          row.moved ? moved_of(row, row.moved->rdma) : "",
          row.moved ? moved_of(row, row.moved->interfaces) : "",
          row.verdict};
}

std::string table(const Verified& verified) {
  if (verified.ranks.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  rows.reserve(verified.ranks.size());
  for (const RankUse& row : verified.ranks) rows.push_back(cells_of(row));
  return fitted_columns({{"rank", 6},
                         {"pod", 28},
                         {"node", 24},
                         {"memlock", 10},
                         {"pinned", 10},
                         {"by RDMA", 20},
                         {"by interfaces", 20},
                         {"verdict", 64}},
                        std::move(rows)) +
         "\n";
}

/// What the columns mean that a reader may take for more.
std::string about_columns(const Verified& verified) {
  for (const RankUse& row : verified.ranks)
    if (row.moved && row.moved->rdma)
      return "What is counted by RDMA is the device's, both ways: of a device that several pods share it is all of theirs.\n";
  return "";
}

/// The same note of many pods is one line.
std::string notes(const Verified& verified) {
  std::map<std::string, std::vector<std::string>> by_note;
  for (const VerifiedPod& pod : verified.pods)
    for (const std::string& note : pod.notes) by_note[note].push_back(pod.name);
  std::string text;
  for (const auto& [note, pods] : by_note)
    text += base::format("  {}: {}\n", base::one_line(base::listed(pods, kMostNamed)), base::one_line(note));
  return text.empty() ? text : "what could not be had\n" + text + "\n";
}

std::string findings(const Verified& verified, const Style& style) {
  std::string text;
  for (const check::Result& result : verified.results)
    if (result.finding.verdict == Verdict::violated) text += finding_text(result, result.check->id, style);
  return text.empty() ? text : toned(style, Tone::strong, "findings, the gravest first") + "\n" + text + "\n";
}

}  // namespace

std::string verify_text(const Verified& verified, const Style& style) {
  std::string text = table(verified) + notes(verified) + findings(verified, style) + summary_text(verified.results);
  text += about_columns(verified);
  if (verified.command_code) text += base::format("The command ended with exit code {}.\n", *verified.command_code);
  return text + toned(style, verified.good ? Tone::good : Tone::bad, verified.verdict) + "\n";
}

}  // namespace railhead::report
