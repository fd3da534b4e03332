#pragma once

#include <string>
#include <vector>

#include "memlock/node/plan.h"
#include "report/style.h"

namespace railhead::report {

/// One runtime of a node, for `node memlock show`.
struct NodeRuntime {
  memlock::Runtime runtime = memlock::Runtime::unknown;
  memlock::node::Files files;
  memlock::node::Settings settings;
  memlock::node::Outlook outlook;
};

/// What was done with a file: "written", "unchanged", "would be written". `backup` is empty where there was none before.
struct NodeWritten {
  std::string path;
  std::string action;
  std::string backup = {};
};

std::string node_show_text(const std::vector<NodeRuntime>& runtimes, const Style& style);
std::string node_show_json(const std::vector<NodeRuntime>& runtimes, const std::string& version);

/// `machine_config` is the manifest, or empty.
std::string node_render_text(const memlock::node::Plan& plan);
std::string node_render_json(const memlock::node::Plan& plan, const std::string& machine_config, const std::string& version);

std::string node_apply_text(const memlock::node::Plan& plan, const std::vector<NodeWritten>& files, bool dry_run,
                            const Style& style);
std::string node_apply_json(const memlock::node::Plan& plan, const std::vector<NodeWritten>& files, bool dry_run,
                            const std::string& version);

}  // namespace railhead::report
