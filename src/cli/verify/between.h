#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace railhead::cli {

/// Until the time is over, or `wanted` says no.
void wait_for(std::chrono::milliseconds time, const std::function<bool()>& wanted);

/// Runs a command here to its end; what it writes goes to stderr. Gives its exit code; nothing where `wanted` ended it. An
/// error where it cannot be started.
base::Result<std::optional<int>> run_command(const std::vector<std::string>& words, const std::function<bool()>& wanted);

}  // namespace railhead::cli
