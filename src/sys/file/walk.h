#pragma once

#include <string_view>

#include "sys/descriptor.h"
#include "sys/errno.h"

namespace railhead::sys {

/// Opens `path` below the folder `root` and refuses to leave it, one component at a time: what openat2(2) with RESOLVE_IN_ROOT
/// does, for kernels and containers without that call. Links are read and followed here; ".." above the root stays at the root.
Outcome<Descriptor> open_below(int root, std::string_view path, int flags);

}  // namespace railhead::sys
