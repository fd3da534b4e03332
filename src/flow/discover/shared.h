#pragma once

#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"

namespace railhead::flow {

/// A resource of the RDMA shared device plugin: one device for many pods.
struct SharedPool {
  std::string resource;                 // with its prefix
  std::vector<std::string> interfaces;  // on the nodes
  std::string link;                     // "infiniband", "ethernet"; empty where its configuration does not say
  std::string source;
};

/// Those that the plugin's configurations define: its ConfigMaps, and that in a NicClusterPolicy.
std::vector<SharedPool> shared_pools(const facts::Survey& survey);

}  // namespace railhead::flow
