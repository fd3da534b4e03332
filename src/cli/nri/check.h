#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/output.h"

namespace railhead::cli {

struct NriCheckOptions {
  std::vector<std::string> operands = {};
  std::string policy = {};  // empty: the built-in one
  std::string space = "default";
  std::string node_memory = {};
  bool device = false;     // all containers get an RDMA device
  bool no_device = false;  // none does; neither: those that ask for one
  OutputOptions output = {};
};

/// Findings where an annotation is refused, or reaches no container.
base::Result<Exit> run_nri_check(const NriCheckOptions& options);

}  // namespace railhead::cli
