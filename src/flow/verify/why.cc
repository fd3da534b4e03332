#include "flow/verify/why.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"

namespace railhead::flow {
namespace {

using check::Result;
using facts::RankProof;
using facts::RankUse;
using facts::RankWay;

/// What only says again that sockets are used.
constexpr std::array<const char*, 1> kSayAgain = {"nccl.transport.socket-fallback"};

bool may_be_cause(const Result& result) {
  return result.finding.verdict == check::Verdict::violated && result.finding.severity != check::Severity::info &&
         result.check->stage == check::Stage::cause && std::ranges::find(kSayAgain, result.check->id) == kSayAgain.end();
}

/// Of the pod first, then of the job where its subject is the pod or nobody in particular; errors before warnings.
const Result* cause_of(const std::string& pod, const std::vector<PodFindings>& findings) {
  for (const check::Severity severity : {check::Severity::error, check::Severity::warning})
    for (const bool own : {true, false})
      for (const PodFindings& each : findings) {
        if (own ? each.pod != pod : !each.pod.empty()) continue;
        for (const Result& result : each.results) {
          const std::string& subject = result.finding.subject;
          const bool about = own || subject.find(pod) != std::string::npos || subject == "log" || subject == "machines";
          if (about && may_be_cause(result) && result.finding.severity == severity) return &result;
        }
      }
  return nullptr;
}

std::string because(const RankUse& row, const std::vector<PodFindings>& findings) {
  const Result* cause = cause_of(row.pod, findings);
  if (cause == nullptr) return "sockets; why is not told by its log or its machine";
  // A message goes on from its subject.
  const std::string& subject = cause->finding.subject;
  const char* own = subject == "process" || subject == "machine" ? "its " : "";
  return base::format("sockets, because {}{} {} ({})", own, base::one_line(subject), base::one_line(cause->finding.message),
                      cause->check->id);
}

std::string by_rdma(const RankUse& row) {
  std::string text = "RDMA";
  if (!row.hcas.empty()) text += " via " + base::listed(row.hcas, 4);
  if (row.gpudirect) text += *row.gpudirect ? " with GPUDirect" : " without GPUDirect";
  if (row.proof == RankProof::counters) text += ", by its counters; no line of its log tells";
  const bool idle = row.proof == RankProof::log && row.moved && row.moved->rdma && facts::total(*row.moved->rdma) == 0;
  return idle ? text + "; nothing moved while it was watched" : text;
}

std::string not_proved(const RankUse& row) {
  if (row.pinned.value_or(0) > 0)
    return base::format("not proved: {} pinned, no line of its log tells and nothing moved",
                        base::rounded(base::Bytes{*row.pinned}));
  return "not proved: no line of its log tells (NCCL_DEBUG=INFO), and no RDMA was counted";
}

}  // namespace

std::string verdict_of_rank(const RankUse& row, const std::vector<PodFindings>& findings) {
  switch (row.way) {
    case RankWay::rdma: return by_rdma(row);
    case RankWay::sockets: return because(row, findings);
    case RankWay::other: return "another network plugin";
    case RankWay::unknown:
    case RankWay::missing: break;
  }
  return not_proved(row);
}

}  // namespace railhead::flow
