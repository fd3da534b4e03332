#pragma once

#include "cli/command.h"

namespace railhead::cli {

/// `nri check`.
void add_nri_check(CLI::App& nri, Chosen& chosen);

}  // namespace railhead::cli
