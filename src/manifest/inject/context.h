#pragma once

#include <string_view>

#include "manifest/inject/wishes.h"

namespace railhead::manifest {

/// Looks at one document of the stream for what the work on others needs: headless services, and which services pods with GPUs
/// take their names from. Only documents that look like services are parsed; of the others their words are looked at.
void gather(std::string_view text, Wishes& wishes);

}  // namespace railhead::manifest
