#include <set>

#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

bool is_failed_rank(const facts::LogEvent& event) { return event.fault == facts::LogFault::rank_failed; }

/// ": rank 3, rank 12"; a launcher lists the first that it saw fail last or first, so that none is called the culprit.
std::string named(const facts::LogRun& log) {
  std::set<std::string> ranks;
  for (const facts::LogEvent& event : log.events)
    if (is_failed_rank(event) && !event.points_to.empty()) ranks.insert(event.points_to);
  return ranks.empty() ? "" : ": " + listed({ranks.begin(), ranks.end()}, 8);
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings =
      search(input, {.what = "process that failed", .is = is_failed_rank, .message = [](const auto&) {
                       return "a launcher reports that a process of the job ended with an error";
                     }});
  for (Finding& finding : findings)
    if (finding.verdict == Verdict::violated) finding.message += named(*input.log);
  return findings;
}

}  // namespace

Check job_rank_failed() {
  return {.title = "A process of the job failed",
          .severity = Severity::error,
          .cause =
              "torchrun and mpirun end a job when one of its processes ends with an error. They report the process; what it "
              "died of stands before, in its own output.",
          .fix =
              "Read the output of the processes that are named: railhead explain rank-*.log  # torchrun writes one a rank with "
              "--redirects 3 --log-dir DIR",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
