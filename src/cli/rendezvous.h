#pragma once

#include <string>

#include "base/error.h"
#include "nccl/plan.h"
#include "sys/world.h"

namespace railhead::cli {

/// Puts the place where the ranks meet into the request: `given` (--rendezvous) or, where it is empty, MASTER_ADDR of the
/// world. A name is resolved on this machine only, within seconds. Errors: a `given` that is neither address nor a name that
/// resolves; MASTER_ADDR that is neither leaves a word in the request instead, since nobody asked for it here.
base::Result<void> take_rendezvous(const std::string& given, const sys::World& world, nccl::Request& request);

}  // namespace railhead::cli
