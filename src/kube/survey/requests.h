#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "facts/cluster/survey/survey.h"

namespace railhead::kube {

/// Sums of what pods ask for on each node. A pod is dropped after it was added.
class Requests {
 public:
  /// A pod that has not ended. It holds, of each resource, what the scheduler counts: the greater of all its containers
  /// together and of each init container with the sidecars before it, and the overhead of its runtime class.
  void add(const nlohmann::json& pod);

  const facts::SurveyedPods& counted() const { return counted_; }

  /// Into the nodes, each of whose resources has a sum then.
  void put_into(std::vector<facts::SurveyedNode>& nodes) const;

 private:
  std::map<std::string, std::map<std::string, std::uint64_t>> sums_;  // by node and resource
  facts::SurveyedPods counted_;
};

}  // namespace railhead::kube
