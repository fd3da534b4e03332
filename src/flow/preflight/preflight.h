#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "facts/cluster/survey/preflight.h"
#include "flow/preflight/trials.h"
#include "flow/preflight/wanted.h"
#include "kube/client.h"

namespace railhead::flow {

/// The jobs beside the cluster, those of one namespace and service account together. Only reads, and asks with
/// --dry-run=server. An error where nothing of the cluster can be read.
kube::Answer<std::vector<facts::Preflight>> looked_ahead(const kube::Client& client, const std::vector<JobOnCluster>& jobs,
                                                         const std::vector<Item>& items, const Looking& how);

/// What the checks say of all of them, most important first.
std::vector<check::Result> foreseen(const std::vector<facts::Preflight>& all, const std::vector<const check::Check*>& checks);

/// The checks of preflight among those that are chosen: no other has anything to say.
std::vector<const check::Check*> preflight_checks(const std::vector<const check::Check*>& chosen);

}  // namespace railhead::flow
