#pragma once

#include <string>
#include <vector>

#include "facts/environment.h"
#include "sys/world.h"

namespace railhead::probe {

/// The variables of this process and of the nccl.conf files that NCCL would read in it. NCCL sets what a file has only where
/// nothing is set yet, so that the environment wins, then NCCL_CONF_FILE or ~/.nccl.conf, then /etc/nccl.conf, and in a file
/// the first line. Source: initEnv() in src/misc/param.cc of NCCL, 2.23 and later.
facts::Environment environment(const sys::World& world);

/// The files that NCCL would read here, in its order: that of NCCL_CONF_FILE in place of the user's own where it is set.
std::vector<std::string> conf_paths(const sys::Environ& environ);

}  // namespace railhead::probe
