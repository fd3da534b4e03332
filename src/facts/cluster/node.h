#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace railhead::facts {

/// An extended resource of a node: its name has a slash, its unit is a device.
struct NodeResource {
  std::string name;
  std::optional<std::uint64_t> capacity = {};
  std::optional<std::uint64_t> allocatable = {};
  std::string source = {};
};

/// What one listing says that a node offers.
struct ClusterNode {
  std::vector<NodeResource> resources = {};
  std::string source = {};
};

}  // namespace railhead::facts
