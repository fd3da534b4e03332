#pragma once

#include "facts/machine.h"

namespace railhead::fabric {

/// True when all that keeps this port from being known as usable is that nobody opened its device: --probe=off, or a captured
/// tree. What the files say of it is right.
bool is_merely_untried(const facts::Machine& machine, const facts::Device& device, const facts::Port& port);

}  // namespace railhead::fabric
