#pragma once

#include <string>

#include "cli/output.h"
#include "memlock/node/plan.h"

namespace railhead::cli {

/// The command lines of node memlock; the value is still text, since its errors are ours to say.
struct NodeOptions {
  OutputOptions output;
  std::string root = {};  // empty: this machine, "/"
  int runtime = -1;       // an enumerator, or -1: whichever is found
  std::string value = "unlimited";
  bool openshift = false;
  std::string role = "worker";
  bool dry_run = false;
};

Exit run_node_show(const NodeOptions& options);
Exit run_node_render(const NodeOptions& options);
Exit run_node_apply(const NodeOptions& options);

/// "/" where no root is given.
inline std::string root_of(const NodeOptions& options) { return options.root.empty() ? "/" : options.root; }

/// What the options ask for, from the files below --root.
base::Result<memlock::node::Plan> node_plan(const NodeOptions& options);

}  // namespace railhead::cli
