#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

/// What pods ask for and nodes offer. Three checks share it, each of which says a different thing of a resource.
namespace railhead::check {

enum class Supply {
  unknown,  // no listing of a node was read, or not of all nodes
  unnamed,  // no node has a resource of that name
  none,     // nodes have the name, and no unit of it
  some,
};

/// A resource that a scheduler or kubelet found too little of, with the events that say so.
struct Shortage {
  std::string resource;
  Supply supply = Supply::unknown;
  std::vector<const facts::ClusterEvent*> events = {};
};

/// In the order of the texts, devices before CPU and memory; without those of pods that have been given a node since.
std::vector<Shortage> shortages(const facts::Cluster& cluster);

/// Sum over the listings of nodes; nothing where no node lists the resource.
struct Offer {
  std::uint64_t nodes = 0;
  std::uint64_t allocatable = 0;
  std::uint64_t capacity = 0;
  const facts::NodeResource* first = nullptr;
};
Offer offer_of(const facts::Cluster& cluster, const std::string& resource);

/// The names of all resources that nodes list.
std::vector<std::string> offered(const facts::Cluster& cluster);

/// A name of these that `resource` may have been meant to be; empty where none is near.
std::string meant(const std::string& resource, const std::vector<std::string>& names);

/// A command that shows how much of it each node offers.
std::string offers_command(const std::string& resource);

}  // namespace railhead::check
