#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "check/run.h"
#include "cli/output.h"
#include "kube/client.h"

namespace railhead::cli {

/// The command line of verify. `command`: what stands behind "--".
struct VerifyOptions {
  OutputOptions output;
  kube::Access access;
  std::string job;
  std::string selector;
  std::string container;
  std::chrono::milliseconds interval = std::chrono::seconds(2);
  std::chrono::milliseconds pod_limit = std::chrono::seconds(20);
  std::size_t at_once = 16;
  bool copies = true;
  bool watch = false;
  std::chrono::milliseconds every = std::chrono::seconds(10);
  std::optional<std::chrono::milliseconds> timeout = {};
  std::string folder;  // --save
  check::Options check;
  check::Selection selection;
  std::string fail_on = "error";
  std::vector<std::string> command;
};

}  // namespace railhead::cli
