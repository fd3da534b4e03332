#include <algorithm>
#include <map>

#include "facts/cluster/cluster.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"
#include "finding/variables.h"
#include "nccl/ib/device_list.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 8;

/// The devices of a pod or host, in order, and where that stands.
struct Listed {
  std::string who;
  std::vector<std::string> devices;
  std::string source;
};

Evidences evidence_of(const std::vector<Listed>& lists) {
  Evidences evidence;
  for (const Listed& list : lists)
    if (evidence.size() < kMostShown) evidence.push_back({list.who + ": " + base::joined(list.devices, ","), list.source});
  return evidence;
}

/// The lists that somebody wrote down.
std::vector<Finding> of_lists(const Input& input) {
  if (input.cluster == nullptr || input.cluster->pod_devices.size() < 2) return {};
  std::vector<Listed> lists;
  lists.reserve(input.cluster->pod_devices.size());
  for (const facts::PodDevices& pod : input.cluster->pod_devices)
    lists.push_back({pod.pod, *pod.devices, pod.devices.source()});
  const auto differs = [&](const Listed& list) { return list.devices != lists.front().devices; };
  const auto other = std::ranges::find_if(lists, differs);
  if (other == lists.end())
    return {ok("pods", base::format("{} have the same devices in the same order", base::counted(lists.size(), "pod")),
               evidence_of(lists))};
  return {violated(
      Severity::warning, "pods",
      base::format("{} and {} have other devices, or the same in another order ({}; {}): one NCCL_IB_HCA for all "
                   "of them is wrong for some",
                   lists.front().who, other->who, base::joined(lists.front().devices, ","), base::joined(other->devices, ",")),
      evidence_of(lists))};
}

std::vector<Listed> hosts_of(const facts::LogRun& run) {
  std::vector<Listed> hosts;
  for (const facts::LogRank& rank : run.ranks) {
    if (!rank.hcas.has() || rank.host.empty()) continue;
    if (std::ranges::any_of(hosts, [&](const Listed& host) { return host.who == rank.host; })) continue;
    Listed host{rank.host, {}, rank.hcas.source()};
    for (const facts::LogHca& hca : *rank.hcas) host.devices.push_back(hca.name);
    hosts.push_back(std::move(host));
  }
  return hosts;
}

/// How many names of a list that is set a host has.
std::size_t matched(const nccl::DeviceList& list, const Listed& host) {
  return static_cast<std::size_t>(std::ranges::count_if(list.entries, [&](const nccl::ListEntry& entry) {
    return std::ranges::any_of(host.devices, [&](const auto& name) { return nccl::names(list, entry, name, entry.port); });
  }));
}

/// Devices may have other names on each host, and NCCL finds them; only with a list that is set does it find less.
std::vector<Finding> of_log(const Input& input) {
  const facts::Variable* variable = setting(input.machine, "NCCL_IB_HCA");
  if (input.log == nullptr || variable == nullptr) return {};
  const nccl::DeviceList list = nccl::parse_device_list(variable->value);
  const std::vector<Listed> hosts = hosts_of(*input.log);
  if (list.exclude || hosts.size() < 2) return {};
  const auto fewest = std::ranges::min_element(hosts, {}, [&](const Listed& host) { return matched(list, host); });
  const auto most = std::ranges::max_element(hosts, {}, [&](const Listed& host) { return matched(list, host); });
  if (matched(list, *fewest) == matched(list, *most)) return {};
  Evidences evidence{shown(*variable)};
  for (const Listed* host : {&*most, &*fewest})
    evidence.push_back({host->who + ": " + base::joined(host->devices, ","), host->source});
  return {
      violated(Severity::warning, fewest->who,
               base::format("uses {} of the {} devices that NCCL_IB_HCA names, {} uses {}: one list for hosts whose devices "
                            "have other names",
                            matched(list, *fewest), list.entries.size(), most->who, matched(list, *most)),
               std::move(evidence))};
}

std::vector<Finding> rule(const Input& input) { return joined(of_lists(input), of_log(input)); }

}  // namespace

Check hca_differs_per_pod() {
  return {
      .title = "The RDMA devices differ between pods",
      .severity = Severity::warning,
      .cause =
          "A pod gets other virtual functions than its neighbour, and their names and order differ. A NCCL_IB_HCA that is "
          "the same for all ranks names devices that some do not have, and NCCL pairs devices by their place in the list.",
      .fix = "eval \"$(railhead env)\"  # in each pod, in place of one NCCL_IB_HCA for all: its own devices, in order of rails",
      .rule = rule};
}

}  // namespace railhead::check
