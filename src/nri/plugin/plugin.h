#pragma once

#include <string>

#include "base/error.h"
#include "nri/plugin/link/link.h"
#include "sys/self/environ.h"

namespace railhead::nri {

struct PluginOptions {
  Contact contact = {};
  std::string policy = {};  // a file; empty: the built-in policy
  bool audit = false;
  bool log_all = false;
  std::string metrics = "127.0.0.1:9465";  // empty: none are served
};

/// Runs the plugin until SIGTERM or SIGINT, in this one thread. Its log goes to the descriptor `log`. Errors are those of its
/// start alone: a policy that is bad, an address for metrics that cannot be had.
base::Result<void> run_plugin(const PluginOptions& options, const sys::Environ& environ, int log);

}  // namespace railhead::nri
