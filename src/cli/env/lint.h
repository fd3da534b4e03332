#pragma once

#include <string>

#include "cli/machine_source.h"
#include "cli/output.h"
#include "fabric/mode.h"
#include "probe/level.h"

namespace railhead::cli {

/// `env --lint`: judges the variables that are set, in the environment and in nccl.conf files, and prints what it found. Exit
/// code 1 with findings of `fail_on` (info, warning, error, never) or worse, 3 where the environment of the machine is not
/// known.
Exit lint_environment(const MachineSource& source, probe::Level level, fabric::Mode mode, const OutputOptions& output,
                      const std::string& fail_on = "error");

}  // namespace railhead::cli
