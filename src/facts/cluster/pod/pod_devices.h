#pragma once

#include <string>
#include <vector>

#include "facts/known.h"

namespace railhead::facts {

/// The RDMA devices of one pod or host as somebody listed them, in that order: "pod-0: mlx5_6,mlx5_7".
struct PodDevices {
  std::string pod = {};
  Known<std::vector<std::string>> devices = {};
};

}  // namespace railhead::facts
