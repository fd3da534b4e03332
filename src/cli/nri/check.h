#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/output.h"

namespace railhead::cli {

/// Whether containers are taken to get an RDMA device: by what they ask for, or as an option says for all of them.
enum class DeviceBy { resources, given, denied };

struct NriCheckOptions {
  std::vector<std::string> operands = {};
  std::string policy = {};  // empty: the built-in one
  std::string space = "default";
  std::string node_memory = {};
  bool device = false;
  bool no_device = false;
  OutputOptions output = {};

  DeviceBy device_by() const { return device ? DeviceBy::given : no_device ? DeviceBy::denied : DeviceBy::resources; }
};

/// Findings where an annotation is refused, or reaches no container.
base::Result<Exit> run_nri_check(const NriCheckOptions& options);

}  // namespace railhead::cli
