#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flow/deploy/applied.h"
#include "flow/deploy/own.h"
#include "flow/deploy/waited.h"

namespace railhead::flow {

/// One job on its way.
struct DeployedJob {
  Workload workload;
  std::vector<kube::Live> leftovers = {};  // of an earlier deploy, no longer asked for
  std::vector<Removed> pruned = {};
  std::optional<Waited> waited = {};  // nothing: it was not waited for
  std::string verified = {};          // what verify said of it, as its JSON; empty: it was not asked
};

struct Deployed {
  std::string program;  // what reached the cluster
  bool dry_run = false;
  Applied applied = {};
  std::vector<DeployedJob> jobs = {};
};

/// What `railhead schema deploy` describes: one object.
std::string deployed_json(const Deployed& deployed);

/// What undeploy did for one job. `unread`: kinds that could not be listed, so that objects of theirs may be left. `gone`: no
/// pod of it is left.
struct Undeployed {
  std::string owner;
  std::vector<Removed> removed = {};
  std::vector<std::string> unread = {};
  bool gone = false;
};

/// What `railhead schema undeploy` describes: one object.
std::string undeployed_json(const std::vector<Undeployed>& jobs, bool dry_run);

}  // namespace railhead::flow
