#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fabric/port/gids.h"
#include "finding/rdma/ports.h"

namespace railhead::check {

/// A rule that judges the GID table of one RoCE port.
using GidRule = std::function<std::optional<Finding>(const Ports&, const PortView&, const Gids&)>;

/// Judges the table of every RoCE port of this job that is active, or whose state is not known: the GIDs of a port that is down
/// are never tried. A table that could not be read gives unknown.
std::vector<Finding> each_gid_table(const Input& input, const GidRule& rule);

}  // namespace railhead::check
