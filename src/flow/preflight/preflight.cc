#include "flow/preflight/preflight.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "flow/preflight/cluster.h"
#include "flow/preflight/trials.h"
#include "flow/survey/surveyed.h"

namespace railhead::flow {
namespace {

using facts::Preflight;
using facts::WantedJob;

/// What is of no namespace, or of an operator's, belongs to the first group.
std::vector<Item> items_in(const std::vector<Item>& items, const std::set<std::string>& spaces, const std::string& space,
                           bool first) {
  std::vector<Item> own;
  for (const Item& item : items) {
    const std::string& where = item.kind->kind == "Namespace" ? item.name : item.space;
    if (where == space || (first && !spaces.contains(where))) own.push_back(item);
  }
  return own;
}

kube::SurveyWish wish_of(const std::vector<WantedJob>& jobs) {
  kube::SurveyWish wish{.space = jobs.front().space, .account = jobs.front().account};
  std::set<std::string> labels;
  for (const WantedJob& job : jobs)
    for (const facts::WantedPods& pods : job.pods)
      for (const auto& [key, value] : pods.selector) labels.insert(key);
  wish.labels = {labels.begin(), labels.end()};
  return wish;
}

}  // namespace

kube::Answer<std::vector<Preflight>> looked_ahead(const kube::Client& client, const std::vector<JobOnCluster>& jobs,
                                                  const std::vector<Item>& items, const Looking& how) {
  std::map<std::pair<std::string, std::string>, std::vector<WantedJob>> groups;
  std::set<std::string> spaces;
  for (const JobOnCluster& one : jobs) {
    WantedJob job = wanted_of(one, items);
    spaces.insert(job.space);
    groups[{job.space, job.account}].push_back(std::move(job));
  }
  std::vector<Preflight> all;
  std::set<std::string> tried;
  for (auto& [key, group] : groups) {
    if (!how.wanted()) break;
    auto survey = surveyed(client, wish_of(group));
    if (!survey) return std::unexpected(survey.error());
    Preflight preflight{.survey = *std::move(survey), .jobs = std::move(group)};
    find_objects(client, preflight);
    find_running(client, preflight);
    find_mtus(preflight);
    compare_quotas(preflight);
    if (how.trials && tried.insert(key.first).second)
      try_objects(client, items_in(items, spaces, key.first, all.empty()), how, preflight);
    all.push_back(std::move(preflight));
  }
  return all;
}

std::vector<check::Result> foreseen(const std::vector<Preflight>& all, const std::vector<const check::Check*>& checks) {
  const facts::Machine machine;
  const check::Options options;
  std::vector<check::Result> results;
  for (const Preflight& one : all)
    std::ranges::move(check::run(checks, {.machine = machine, .options = options, .preflight = &one}),
                      std::back_inserter(results));
  std::ranges::stable_sort(results, {}, [](const check::Result& result) { return check::rank(result.finding); });
  return results;
}

std::vector<const check::Check*> preflight_checks(const std::vector<const check::Check*>& chosen) {
  std::vector<const check::Check*> own;
  std::ranges::copy_if(chosen, std::back_inserter(own),
                       [](const check::Check* one) { return one->id.starts_with("preflight."); });
  return own;
}

}  // namespace railhead::flow
