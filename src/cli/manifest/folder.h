#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace railhead::cli {

/// The paths of all *.yaml, *.yml and *.json in a folder and below it, sorted; what begins with a dot is left out. Links are
/// followed; one that leads back to a folder it stands in is an error, and so is a file that is none (a device, a pipe).
base::Result<std::vector<std::string>> manifests_in(const std::string& folder);

}  // namespace railhead::cli
