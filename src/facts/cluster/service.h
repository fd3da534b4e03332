#pragma once

#include <string>
#include <vector>

#include "facts/cluster/workload.h"
#include "facts/known.h"

namespace railhead::facts {

/// A Service, which gives pods their names. It is headless where cluster_ip is "None".
struct Service {
  Known<std::string> cluster_ip;
  Known<bool> publishes_not_ready;  // publishNotReadyAddresses
  std::vector<Label> selector = {};
};

}  // namespace railhead::facts
