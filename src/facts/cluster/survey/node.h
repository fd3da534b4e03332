#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace railhead::facts {

struct Taint {
  std::string key;
  std::string value;
  std::string effect;
  bool operator==(const Taint&) const = default;
};

/// What a node has of one resource: thousandths of a core of cpu, bytes of memory, ephemeral-storage and hugepages, pieces of
/// all else. `requested`: by pods that are bound to the node and have not ended; nothing where `Survey::pods` is not known.
struct NodeAmount {
  std::string name;
  std::optional<std::uint64_t> capacity = {};
  std::optional<std::uint64_t> allocatable = {};
  std::optional<std::uint64_t> requested = {};

  /// Allocatable and not requested; nothing where one of them is not known.
  std::optional<std::uint64_t> free() const {
    if (!allocatable || !requested) return std::nullopt;
    return *requested < *allocatable ? *allocatable - *requested : 0;
  }
};

/// A node as the API server has it. `labels` are those that say something of GPUs, NICs, roles and places.
struct SurveyedNode {
  std::string name;
  bool ready = false;        // its condition Ready is True
  bool schedulable = true;   // it is not cordoned
  std::string runtime = {};  // "containerd", "cri-o"; empty where the node does not say
  std::string runtime_version = {};
  std::string kubelet = {};  // "v1.31.4"
  std::string kernel = {};
  std::string system = {};  // "Red Hat Enterprise Linux CoreOS 418.94"
  std::string architecture = {};
  std::map<std::string, std::string> labels = {};
  std::vector<Taint> taints = {};
  std::vector<NodeAmount> amounts = {};  // by name

  const NodeAmount* amount(std::string_view resource) const {
    for (const NodeAmount& one : amounts)
      if (one.name == resource) return &one;
    return nullptr;
  }
};

/// What was summed up of the pods of all namespaces that have not ended.
struct SurveyedPods {
  std::uint64_t bound = 0;    // to a node
  std::uint64_t waiting = 0;  // for one
};

}  // namespace railhead::facts
