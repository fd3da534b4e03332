#include "flow/verify/findings.h"

#include <map>

#include "base/format.h"
#include "base/text.h"
#include "check/order.h"

namespace railhead::flow {
namespace {

constexpr std::size_t kMostNamed = 6;

std::string likeness(const check::Result& result) {
  const check::Finding& finding = result.finding;
  return base::format("{}\n{}\n{}\n{}\n{}", result.check->id, name(finding.verdict), name(finding.severity), finding.subject,
                      finding.message);
}

std::string about(const check::Result& result) { return result.check->id + "\n" + result.finding.subject; }

struct Alike {
  check::Result first;
  std::vector<std::string> pods;
};

}  // namespace

std::vector<PodFindings> findings_of(const TakenJob& job, const facts::LogRun& log, const check::Options& options,
                                     const std::vector<const check::Check*>& checks) {
  const facts::Cluster nothing;
  if (job.machines.empty()) {
    const facts::Machine none;
    return {{.results = check::run(checks, {none, options, &log, &nothing})}};
  }
  std::vector<PodFindings> all(1);
  for (std::size_t i = 0; i < job.machines.size(); ++i) {
    const check::Input input{job.machines[i], options, nullptr, nullptr, {}, {}};
    all.push_back({.pod = job.names[i], .results = check::run(checks, input)});
  }
  // What logs and the comparison add: of the first machine a better word, or something about the job.
  const check::Input whole{job.machines.front(), options, &log, &nothing, job.machines, job.names};
  std::map<std::string, check::Result*> of_first;
  for (check::Result& result : all[1].results) of_first.try_emplace(about(result), &result);
  for (check::Result& result : check::run(checks, whole)) {
    const auto same = of_first.find(about(result));
    if (same != of_first.end())
      *same->second = std::move(result);
    else
      all.front().results.push_back(std::move(result));
  }
  return all;
}

std::vector<check::Result> folded(const std::vector<PodFindings>& findings) {
  std::vector<Alike> groups;
  std::map<std::string, std::size_t> by_likeness;
  for (const PodFindings& of_pod : findings)
    for (const check::Result& result : of_pod.results) {
      const auto [place, added] =
          by_likeness.try_emplace((of_pod.pod.empty() ? "" : "pod\n") + likeness(result), groups.size());
      if (added) groups.push_back({.first = result, .pods = {}});
      if (!of_pod.pod.empty()) groups[place->second].pods.push_back(of_pod.pod);
    }
  std::vector<check::Result> all;
  for (Alike& group : groups) {
    if (!group.pods.empty())
      group.first.finding.subject = base::listed(group.pods, kMostNamed) + ": " + group.first.finding.subject;
    all.push_back(std::move(group.first));
  }
  check::put_in_order(all);
  return all;
}

}  // namespace railhead::flow
