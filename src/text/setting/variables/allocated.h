#pragma once

#include <vector>

#include "facts/container/allocation.h"
#include "facts/environment.h"

namespace railhead::text::setting {

/// The allocations that PCIDEVICE_* variables tell, but for resources that have one already. The first variable of a name
/// counts. Beyond 256 KiB of variables the rest is left out: comparing devices takes longer than reading them.
void add_allocations(const std::vector<facts::Variable>& devices, facts::Container& container);

}  // namespace railhead::text::setting
