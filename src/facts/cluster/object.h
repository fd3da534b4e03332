#pragma once

#include <string>

namespace railhead::facts {

/// An object of Kubernetes as a manifest declares it.
struct ClusterObject {
  std::string kind = {};
  std::string source = {};
};

}  // namespace railhead::facts
