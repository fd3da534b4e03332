#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

using Hosts = std::map<std::string, const facts::LogRank*>;

/// The ranks of a host list the same devices, each for itself.
Hosts hosts_of(const facts::LogRun& run) {
  Hosts hosts;
  for (const facts::LogRank& rank : run.ranks)
    if (!rank.host.empty() && rank.hcas.has() && !rank.hcas->empty()) hosts.try_emplace(rank.host, &rank);
  return hosts;
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  const facts::Known<std::string>& said = input.log->mixed_device_counts;
  const Hosts hosts = hosts_of(*input.log);
  if (!said.has() && hosts.size() < 2) return {};
  const auto by_count = [](const auto& a, const auto& b) { return a.second->hcas->size() < b.second->hcas->size(); };
  Evidences evidence;
  if (said.has()) evidence.push_back(seen(said, "network devices across ranks: " + *said));
  std::string counts = said.value_or("");
  bool differ = said.has();
  if (hosts.size() > 1) {
    const auto [least, most] = std::minmax_element(hosts.begin(), hosts.end(), by_count);
    for (const auto& [name, rank] : {*least, *most})
      evidence.push_back(seen(rank->hcas, base::format("{}: {}", name, base::counted(rank->hcas->size(), "device"))));
    differ = differ || least->second->hcas->size() != most->second->hcas->size();
    counts =
        base::format("{} has {}, {} {}", least->first, least->second->hcas->size(), most->first, most->second->hcas->size());
  }
  if (!differ)
    return {ok("log", base::format("the {} list equally many devices", base::counted(hosts.size(), "host")), evidence)};
  return {
      violated(Severity::error, "log", base::format("ranks see different numbers of network devices: {}", counts), evidence)};
}

}  // namespace

Check nccl_net_count_mismatch() {
  return {.title = "Ranks see different numbers of network devices",
          .severity = Severity::error,
          .cause =
              "A device that one host lacks (a port that is down, a device that was not handed to its pod) makes ranks "
              "disagree about "
              "their rails: the job hangs, or half of the bandwidth is lost. NCCL 2.30 sees it and goes on.",
          .fix = "railhead doctor  # on the host with fewer devices: what is wrong with the one it lacks",
          .rule = rule};
}

}  // namespace railhead::check
