#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// Fills `world` with the SCCs, the roles and the bindings that OpenShift of this version ("4.19", "4.19.3", "" for the newest
/// that is known) comes with, as a new cluster has them. Nothing that is in `world` already by name is replaced. The error says
/// that nothing is known for the version. Of a cluster that came from before 4.11, `restricted` still has the group
/// system:authenticated: upgrades leave the SCCs of before 4.11 as they are.
base::Result<void> add_stock(World& world, std::string_view version);

/// Whether an SCC of this name comes with any version of OpenShift that is known.
bool is_stock(std::string_view name);

/// The ten that the server waits for: without one of them it refuses every pod.
const std::vector<std::string_view>& required_names();

}  // namespace railhead::manifest::scc
