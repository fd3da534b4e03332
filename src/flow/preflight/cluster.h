#pragma once

#include "facts/cluster/survey/preflight.h"
#include "kube/client.h"

/// What a preflight needs to know of a cluster beside its survey.
namespace railhead::flow {

/// Whether the objects that the pods name are there: by their names, so that nothing of a secret is read.
void find_objects(const kube::Client& client, facts::Preflight& preflight);

/// The job's own pods that run already: what they hold is theirs.
void find_running(const kube::Client& client, facts::Preflight& preflight);

/// The MTUs that the definitions of networks set.
void find_mtus(facts::Preflight& preflight);

/// What the jobs ask of each resource of the quotas, without what their running pods hold.
void compare_quotas(facts::Preflight& preflight);

}  // namespace railhead::flow
