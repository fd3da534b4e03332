#pragma once

#include <vector>

#include "base/error.h"
#include "cli/verify/options.h"
#include "facts/cluster/pod/pod.h"
#include "kube/pods/list.h"

namespace railhead::cli {

/// The pods that the options mean, in `space`. An error where there are none, where they are of several jobs and no one was
/// asked for, or where they cannot be listed.
base::Result<std::vector<facts::Pod>> chosen_pods(const kube::Client& client, const VerifyOptions& options,
                                                  const std::string& space);

}  // namespace railhead::cli
