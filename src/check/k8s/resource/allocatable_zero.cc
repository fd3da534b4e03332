#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"
#include "finding/cluster/resources.h"

namespace railhead::check {
namespace {

std::string prefix(const std::string& resource) { return resource.substr(0, resource.find('/') + 1); }

/// Nodes offer devices of the same plugin under another name: a node need not have every pool.
bool has_sibling(const facts::Cluster& cluster, const std::string& resource) {
  return std::ranges::any_of(offered(cluster), [&](const std::string& other) {
    return other != resource && prefix(other) == prefix(resource) && offer_of(cluster, other).allocatable > 0;
  });
}

bool is_wanted(const facts::Cluster& cluster, const std::string& resource) {
  return std::ranges::any_of(cluster.events, [&](const facts::ClusterEvent& event) {
    return event.resource == resource &&
           (event.word == facts::ClusterWord::insufficient || event.word == facts::ClusterWord::device_unhealthy);
  });
}

bool any_wanted(const facts::Cluster& cluster) {
  return std::ranges::any_of(cluster.events,
                             [](const facts::ClusterEvent& event) { return event.word == facts::ClusterWord::insufficient; });
}

std::string fix_of(const std::string& resource, const Offer& offer) {
  if (offer.capacity > 0) return "kubectl get pods -A -o wide | grep device-plugin  # then the log of the one on that node";
  return base::format(
      "kubectl logs -n NAMESPACE -l app=sriov-device-plugin --tail=-1 | grep -e {} -e 'device pool'  # its selectors match no "
      "device: vendors, devices, pfNames, isRdma, drivers; for a SriovNetworkNodePolicy its nicSelector",
      base::shell_word(resource.substr(resource.find('/') + 1)));
}

Finding zero(const facts::Cluster& cluster, const std::string& resource, const Offer& offer) {
  std::string message = base::format("{} with 0 allocatable: ",
                                     offer.nodes == 1 ? "a node lists it" : base::format("{} nodes list it", offer.nodes));
  message += offer.capacity > 0 ? base::format("its device plugin reports all {} as unhealthy", offer.capacity)
                                : "its device plugin has no device in this pool";
  const bool wanted = is_wanted(cluster, resource);
  const Severity severity = wanted ? Severity::error : has_sibling(cluster, resource) ? Severity::info : Severity::error;
  Evidences evidence = {{resource + ": 0 allocatable", offer.first->source}};
  for (const facts::ClusterEvent& event : cluster.events)
    if (event.word == facts::ClusterWord::insufficient && event.resource == resource && evidence.size() < 6)
      evidence.push_back(told(event));
  return violated(severity, resource, message, std::move(evidence), fix_of(resource, offer));
}

/// A device plugin that starts with an empty pool; its name lacks the prefix.
Finding empty_pool(const facts::Cluster& cluster, const facts::ClusterEvent& event) {
  const bool wanted = std::ranges::any_of(cluster.events, [&](const facts::ClusterEvent& other) {
    return other.word == facts::ClusterWord::insufficient &&
           (other.resource == event.resource || other.resource.ends_with("/" + event.resource));
  });
  return violated(wanted ? Severity::error : Severity::warning, event.resource,
                  "its device plugin found no device for this pool when it started", {told(event)},
                  "kubectl get sriovnetworknodestates -A -o yaml  # or lspci -nn on the node: which of the plugin's selectors "
                  "fits no device there");
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr) return {};
  const facts::Cluster& cluster = *input.cluster;
  std::vector<Finding> findings;
  const bool asked = any_wanted(cluster);
  std::vector<std::string> fine;
  for (const std::string& resource : offered(cluster)) {
    const Offer offer = offer_of(cluster, resource);
    if (offer.nodes == 0) continue;
    if (offer.allocatable > 0) {
      fine.push_back(resource);
    } else if (!asked || is_wanted(cluster, resource)) {
      findings.push_back(zero(cluster, resource, offer));
    }
  }
  for (const facts::ClusterEvent& event : cluster.events)
    if (event.word == facts::ClusterWord::no_devices) findings.push_back(empty_pool(cluster, event));
  if (findings.empty() && !fine.empty())
    return {ok("cluster", "nodes offer " + listed(fine), {{listed(fine), cluster.nodes.front().source}})};
  return findings;
}

}  // namespace

Check k8s_resource_allocatable_zero() {
  return {
      .title = "A node offers a resource and has no unit of it",
      .severity = Severity::error,
      .cause =
          "The kubelet knows the resource, and its device plugin has no healthy device for it: no virtual function was "
          "made, the plugin's selectors match none, or the devices went to another driver or into a virtual machine.",
      .fix =
          "kubectl logs -n NAMESPACE -l app=sriov-device-plugin --tail=-1 | grep 'device pool'  # compare its selectors with "
          "lspci -nn on the node",
      .rule = rule};
}

}  // namespace railhead::check
