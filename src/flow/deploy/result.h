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
};

struct Deployed {
  std::string program;  // what reached the cluster
  bool dry_run = false;
  Applied applied = {};
  std::vector<DeployedJob> jobs = {};
};

/// What `railhead schema deploy` describes: one object.
std::string deployed_json(const Deployed& deployed);

/// The same of undeploy. `unread`: kinds that could not be listed, so that objects of theirs may be left.
std::string removed_json(const std::string& owner, bool dry_run, const std::vector<Removed>& removed,
                         const std::vector<std::string>& unread);

}  // namespace railhead::flow
