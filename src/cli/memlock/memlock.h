#pragma once

#include "cli/command.h"

namespace railhead::cli {

/// The subcommands of memlock.
void add_memlock_explain(CLI::App& memlock, Chosen& chosen);
void add_memlock_size(CLI::App& memlock, Chosen& chosen);

}  // namespace railhead::cli
