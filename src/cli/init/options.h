#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/machine_source.h"
#include "cli/output.h"

namespace railhead::cli {

struct InitOptions {
  OutputOptions output;
  MachineSource source;
  std::string file = "railhead.yaml";        // "-": stdout
  std::map<std::string, std::string> given;  // by the keys of questions; empty: the flag is not there
  std::map<std::string, std::vector<std::string>> of_rails;
  bool yes = false;
  bool ask = false;
  bool force = false;
  bool fresh = false;
};

/// Asks, or takes what flags and defaults say, writes the file and says what comes next.
base::Result<Exit> run_init(const InitOptions& options);

}  // namespace railhead::cli
