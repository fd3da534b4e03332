#pragma once

#include <string>

#include "base/error.h"
#include "cli/verify/options.h"
#include "report/verify/verify.h"

namespace railhead::cli {

/// Runs verify, once or again and again, and gives its exit code.
Exit run_verify(const VerifyOptions& options);

/// One round, for a command that verifies what it did; nothing is printed.
base::Result<report::Verified> verified_once(const VerifyOptions& options, const kube::Client& client,
                                             const std::string& space);

}  // namespace railhead::cli
