#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "fabric/mode.h"
#include "launch/rendezvous.h"

namespace railhead::cli {

/// The command line of exec; sizes and users are still text, since their errors are ours to say.
struct ExecOptions {
  OutputOptions output;  // of --print
  std::string memlock = "unlimited";
  std::vector<std::string> require = {};
  std::string user = {};
  std::string env_file = {};
  std::string install = {};
  fabric::Mode mode = fabric::Mode::auto_;
  bool keep_ipc_lock = false;
  bool drop_caps = false;
  bool no_drop_caps = false;
  bool print = false;
  bool quiet = false;
  bool torchrun = false;
  launch::Given place = {};
  std::vector<std::string> command = {};
};

/// The exit code of a failure of exec itself, as env(1) and timeout(1) have it.
constexpr int kExecFailure = 125;

/// Becomes the command; returns only when it did not: 125 for a failure of exec itself, 126 and 127 as a shell does, 0 after
/// --print and --install.
int run_exec(const ExecOptions& options);

}  // namespace railhead::cli
