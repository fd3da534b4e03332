#pragma once

#include "cli/verify/options.h"

namespace railhead::cli {

/// Runs verify, once or again and again, and gives its exit code.
Exit run_verify(const VerifyOptions& options);

}  // namespace railhead::cli
