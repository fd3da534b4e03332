#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "memlock/situation.h"

namespace railhead::cli {

/// What `memlock explain` is told of a cluster's admission.
struct AdmissionOptions {
  std::vector<std::string> files = {};  // --scc
  std::string level = {};               // --psa
  std::string space = {};
  std::string account = {};

  bool asks() const { return !files.empty() || !level.empty(); }
};

/// Asks admission about the pod of each way of the situation, and writes the answers into it. `cluster` is openshift or
/// kubernetes. An error names the file and line of an object that cannot be used.
base::Result<void> ask_admission(memlock::Situation& situation, const AdmissionOptions& options);

}  // namespace railhead::cli
