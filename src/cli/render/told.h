#pragma once

#include <vector>

#include "base/error.h"
#include "manifest/job/read.h"

namespace railhead::cli {

/// Problems of files as one error: each on a line of its own, and how many there are.
base::Error told(const std::vector<manifest::job::Problem>& problems);

}  // namespace railhead::cli
