#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "nri/policy/annotations.h"

namespace railhead::nri {

/// Reads a value of the ulimit-adjuster: a list of {type, hard, soft} in YAML or JSON, each type at most once. Its own reader
/// knows whole numbers alone; -1 and "unlimited" are taken here too. Other keys are passed over, as it does.
base::Result<std::vector<Asked>> read_list(std::string_view value);

}  // namespace railhead::nri
