#pragma once

#include "text/block.h"

namespace railhead::text::manifest {

/// The containers that `docker run`, `podman run` and `nerdctl run` (or create) of a block start, each an object of its own. A
/// command over several lines goes on until the next one begins. Where a word is a shell variable, options may be in it: the
/// container is then not whole.
void read_container_commands(const Block& block, facts::Cluster& cluster);

}  // namespace railhead::text::manifest
