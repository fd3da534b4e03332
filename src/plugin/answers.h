#pragma once

#include <map>
#include <string>

#include "nccl/installed/version.h"
#include "sys/world.h"

namespace railhead::plugin {

/// What the plugin answers for variables that are not in the environment: `values` by name, NCCL's own only; `why` for NCCL's
/// log.
struct Answers {
  std::map<std::string, std::string, std::less<>> values;
  std::string why;
};

/// The plan for this world and this NCCL. What the user has set is not in it: the environment itself answers there.
Answers answers(const sys::World& world, nccl::Version version);

}  // namespace railhead::plugin
