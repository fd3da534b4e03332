#pragma once

#include <string>

#include "base/error.h"
#include "manifest/inject/wishes.h"

namespace railhead::cli {

/// What inject wants of a ClusterProfile (or of the cluster that a TrainingJob describes): rails with their networks and
/// resources, the way to pin memory, the service account, the launcher's image. Errors have file and line.
base::Result<manifest::Wishes> read_profile(const std::string& path);

}  // namespace railhead::cli
