#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fabric/device/virtual_functions.h"
#include "finding/check.h"

namespace railhead::check {

/// A rule that judges one virtual function; nothing where it is fine.
using FunctionRule = std::function<std::vector<Finding>(const facts::Device&)>;

/// Judges every InfiniBand virtual function that is this job's to use. Those that are fine are named together in one ok
/// finding: "FINE: mlx5_4, mlx5_5". A host with functions of others alone is skipped.
std::vector<Finding> each_own_function(const Input& input, const FunctionRule& rule, const std::string& fine);

}  // namespace railhead::check
