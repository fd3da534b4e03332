#include "finding/cluster/resources.h"

#include <algorithm>

#include "base/nearest.h"
#include "base/text.h"
#include "facts/cluster/cluster.h"

namespace railhead::check {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

bool is_device(const std::string& resource) { return resource.find('/') != std::string::npos; }

/// The rows of one pod's events stand together, and `kubectl describe` does not name the pod in them.
bool stand_together(const std::string& one, const std::string& other) {
  constexpr std::uint64_t kRows = 12;
  const std::size_t colon = one.rfind(':');
  if (colon == std::string::npos || one.substr(0, colon + 1) != other.substr(0, other.rfind(':') + 1)) return false;
  const auto first = base::unsigned_number(std::string_view(one).substr(colon + 1));
  const auto second = base::unsigned_number(std::string_view(other).substr(colon + 1));
  return first && second && *second >= *first && *second - *first <= kRows;
}

bool of_one_pod(const ClusterEvent& one, const ClusterEvent& other) {
  if (one.pod.empty()) return stand_together(one.source, other.source);
  return one.pod == other.pod && (one.name_space.empty() || other.name_space.empty() || one.name_space == other.name_space);
}

/// True of an event whose pod a later one gives a node.
bool is_settled(const std::vector<ClusterEvent>& events, std::size_t at) {
  return std::any_of(events.begin() + static_cast<std::ptrdiff_t>(at), events.end(), [&](const ClusterEvent& later) {
    return later.word == ClusterWord::assigned && of_one_pod(events[at], later);
  });
}

/// All nodes that the scheduler counted, less those that it could not use anyhow, were listed.
bool all_listed(const facts::Cluster& cluster, const Shortage& shortage) {
  const facts::NodeCounts& nodes = shortage.events.front()->nodes;
  return nodes.total && cluster.nodes.size() + nodes.tainted >= *nodes.total;
}

Supply supply_of(const facts::Cluster& cluster, const Shortage& shortage) {
  if (!is_device(shortage.resource) || cluster.nodes.empty()) return Supply::unknown;
  const Offer offer = offer_of(cluster, shortage.resource);
  if (offer.allocatable > 0) return Supply::some;
  if (offer.nodes > 0) return Supply::none;
  const bool sure = all_listed(cluster, shortage) || !meant(shortage.resource, offered(cluster)).empty();
  return sure ? Supply::unnamed : Supply::unknown;
}

}  // namespace

std::vector<Shortage> shortages(const facts::Cluster& cluster) {
  std::vector<Shortage> found;
  std::size_t last_assigned = 0;  // nothing is settled behind it
  for (std::size_t i = 0; i < cluster.events.size(); ++i)
    if (cluster.events[i].word == ClusterWord::assigned) last_assigned = i;
  for (std::size_t i = 0; i < cluster.events.size(); ++i) {
    const ClusterEvent& event = cluster.events[i];
    if (event.word != ClusterWord::insufficient || (i < last_assigned && is_settled(cluster.events, i))) continue;
    const auto known = std::ranges::find(found, event.resource, &Shortage::resource);
    if (known == found.end())
      found.push_back({.resource = event.resource, .events = {&event}});
    else
      known->events.push_back(&event);
  }
  for (Shortage& shortage : found) shortage.supply = supply_of(cluster, shortage);
  std::ranges::stable_partition(found, [](const Shortage& shortage) { return is_device(shortage.resource); });
  return found;
}

Offer offer_of(const facts::Cluster& cluster, const std::string& resource) {
  Offer offer;
  for (const facts::ClusterNode& node : cluster.nodes) {
    const auto found = std::ranges::find(node.resources, resource, &facts::NodeResource::name);
    if (found == node.resources.end() || !found->allocatable) continue;
    ++offer.nodes;
    offer.allocatable += *found->allocatable;
    offer.capacity += found->capacity.value_or(0);
    if (offer.first == nullptr) offer.first = &*found;
  }
  return offer;
}

std::vector<std::string> offered(const facts::Cluster& cluster) {
  std::vector<std::string> names;
  for (const facts::ClusterNode& node : cluster.nodes)
    for (const facts::NodeResource& resource : node.resources)
      if (names.size() < 256 && std::ranges::find(names, resource.name) == names.end()) names.push_back(resource.name);
  return names;
}

std::string meant(const std::string& resource, const std::vector<std::string>& names) {
  std::string nearest = base::nearest(base::lowered(resource), names);
  const std::size_t most = std::max<std::size_t>(2, resource.size() / 6);
  if (nearest.empty() || base::edits_between(base::lowered(resource), base::lowered(nearest)) > most) return {};
  return nearest;
}

std::string offers_command(const std::string& resource) {
  std::string path;
  for (const char c : resource) path += c == '.' ? std::string("\\.") : std::string(1, c);
  return "kubectl get nodes -o custom-columns='NODE:.metadata.name,ALLOCATABLE:.status.allocatable." + path + "'";
}

}  // namespace railhead::check
