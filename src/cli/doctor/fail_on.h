#pragma once

#include <string>
#include <vector>

#include "check/run.h"

namespace railhead::cli {

/// True when a finding is as bad as `fail_on` says (info, warning, error), or worse; never with "never".
bool any_fails(const std::vector<check::Result>& results, const std::string& fail_on);

}  // namespace railhead::cli
