#pragma once

#include "cli/command.h"

namespace railhead::cli {

/// The subcommands of nri.
void add_nri_check(CLI::App& nri, Chosen& chosen);

}  // namespace railhead::cli
