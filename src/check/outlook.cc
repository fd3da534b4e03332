#include "check/outlook.h"

#include <algorithm>
#include <set>

#include "base/format.h"

namespace railhead::check {
namespace {

/// Checks whose answer decides on whether the job starts.
bool decides(const std::string& id) {
  static const std::set<std::string> kDeciding = {"preflight.nodes.too-few", "preflight.network.not-found",
                                                  "preflight.kind.not-served"};
  return kDeciding.contains(id);
}

std::string hopeful(const std::vector<facts::Preflight>& all, std::size_t rails) {
  std::size_t jobs = 0;
  for (const facts::Preflight& one : all) jobs += one.jobs.size();
  const std::string who = jobs == 1 ? "the job" : base::format("the {} jobs", jobs);
  if (rails == 0) return who + " can start, without RDMA";
  return base::format("{} can start, with RDMA on {}", who, rails == 1 ? "1 rail" : base::format("{} rails", rails));
}

std::size_t rails_of(const std::vector<facts::Preflight>& all) {
  std::size_t most = 0;
  for (const facts::Preflight& one : all)
    for (const facts::WantedJob& job : one.jobs)
      if (job.rdma) most = std::max({most, job.networks.size(), job.rdma_resources.size()});
  return most;
}

}  // namespace

Outlook outlook_of(const std::vector<facts::Preflight>& all, const std::vector<Result>& results) {
  Outlook outlook;
  std::string first;
  std::string open;
  for (const Result& one : results) {
    const Finding& finding = one.finding;
    const std::string text = base::format("{}: {}", finding.subject, finding.message);
    if (finding.verdict == Verdict::violated && finding.severity == Severity::error) {
      if (first.empty()) first = text;
      if (std::ranges::find(outlook.blockers, one.check->id) == outlook.blockers.end())
        outlook.blockers.push_back(one.check->id);
    }
    if (finding.verdict == Verdict::unknown && decides(one.check->id) && open.empty()) open = text;
  }
  const std::size_t rails = rails_of(all);
  outlook.rdma = rails > 0;
  if (!outlook.blockers.empty()) {
    outlook.can_start = false;
    outlook.message = "it cannot start as it should: " + first;
  } else if (!open.empty()) {
    outlook.message = "nothing is known that keeps it from starting, and not all is known: " + open;
  } else {
    outlook.can_start = true;
    outlook.message = hopeful(all, rails);
  }
  return outlook;
}

}  // namespace railhead::check
