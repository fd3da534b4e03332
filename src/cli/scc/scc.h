#pragma once

#include "cli/command.h"

namespace railhead::cli {

void add_scc_check(CLI::App& scc, Chosen& chosen);

}  // namespace railhead::cli
