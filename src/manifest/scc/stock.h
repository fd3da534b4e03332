#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// Fills `world` with the SCCs and the bindings that OpenShift of this version ("4.19", "" for the newest that is known) comes
/// with. The error says that nothing is known for the version.
base::Result<void> add_stock(World& world, std::string_view version);

/// The ten that the server waits for: without one of them it refuses every pod.
const std::vector<std::string_view>& required_names();

}  // namespace railhead::manifest::scc
