#pragma once

#include "cli/command.h"
#include "cli/scc/run.h"

namespace railhead::cli {

void add_scc_check(CLI::App& scc, Chosen& chosen);
void add_scc_render(CLI::App& scc, Chosen& chosen);

/// The options that say which cluster is asked, and how: --objects, -n, --as, --psa and the versions.
void add_scc_world(CLI::App& command, SccCheckOptions& options);

}  // namespace railhead::cli
