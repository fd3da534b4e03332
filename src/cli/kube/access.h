#pragma once

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "kube/client.h"

namespace railhead::cli {

/// -n, --context, --kubeconfig, --kubectl and --request-timeout: which cluster is meant, and how it is reached.
void add_access(CLI::App& command, kube::Access& access);

/// Takes "30s", "5m", "1h", "500ms", and a bare number of seconds. For CLI::Option::transform, whose option holds milliseconds.
CLI::Validator duration();

/// The cluster of the options; an error where there is neither oc nor kubectl.
base::Result<kube::Client> client_of(const kube::Access& access);

}  // namespace railhead::cli
