#include <algorithm>

#include "flow/preflight/cluster.h"
#include "kube/objects/amount.h"

// What a ResourceQuota counts: kubernetes pkg/quota/v1/evaluator/core/pods.go.
namespace railhead::flow {
namespace {

using facts::QuotaUse;
using facts::WantedPods;

/// "limits.memory" is memory of the limits; "requests.cpu" and "cpu" are cpu of the requests.
struct Counted {
  std::string resource;
  bool limits = false;
};

Counted counted_by(std::string_view resource) {
  for (const std::string_view prefix : {"limits.", "requests."})
    if (resource.starts_with(prefix)) return {std::string(resource.substr(prefix.size())), prefix == "limits."};
  return {std::string(resource)};
}

/// Pods that do not run yet.
std::uint64_t to_come(const WantedPods& pods) {
  std::uint64_t running = 0;
  for (const auto& [node, count] : pods.running) running += count;
  return running < pods.count ? pods.count - running : 0;
}

std::uint64_t wanted_by(const std::vector<facts::WantedJob>& jobs, const std::string& resource) {
  const Counted counted = counted_by(resource);
  std::uint64_t sum = 0;
  for (const facts::WantedJob& job : jobs)
    for (const WantedPods& pods : job.pods) {
      if (resource == "pods" || resource == "count/pods") {
        sum += to_come(pods);
        continue;
      }
      const auto& amounts = counted.limits ? pods.limits : pods.requests;
      const auto amount = std::ranges::find(amounts, counted.resource, &facts::WantedAmount::name);
      if (amount != amounts.end()) sum += to_come(pods) * amount->amount;
    }
  return sum;
}

}  // namespace

void compare_quotas(facts::Preflight& preflight) {
  const auto& quotas = preflight.survey.space.quotas;
  if (!quotas) return;
  for (const facts::Quota& quota : *quotas)
    for (const facts::QuotaAmount& one : quota.amounts) {
      QuotaUse use{.quota = quota.name, .resource = one.resource, .hard = one.hard, .used = one.used, .scoped = quota.scoped};
      use.wanted = wanted_by(preflight.jobs, one.resource);
      const std::string unit = counted_by(one.resource).resource;
      const auto hard = kube::amount_of(unit, one.hard);
      const auto used = kube::amount_of(unit, one.used.empty() ? "0" : one.used);
      if (hard && used) use.left = *used < *hard ? *hard - *used : 0;
      if (use.wanted > 0) preflight.quotas.push_back(std::move(use));
    }
}

}  // namespace railhead::flow
