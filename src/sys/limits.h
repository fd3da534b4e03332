#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "sys/errno.h"

/// The resource limits of any process (prlimit(2)); those of this one that matter to starting jobs are in self/privilege.h.
namespace railhead::sys {

/// In the unit of the resource, as setrlimit(2) has it; kNoLimit is none at all.
constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

struct LimitPair {
  std::uint64_t soft = 0;
  std::uint64_t hard = 0;
  bool operator==(const LimitPair&) const = default;
};

/// The number of "RLIMIT_MEMLOCK" and the others of getrlimit(2); nothing for a name that Linux has not.
std::optional<int> resource_number(std::string_view name);

Outcome<LimitPair> limits_of(pid_t pid, int resource);

/// EPERM: the hard limit goes up without CAP_SYS_RESOURCE in the first user namespace, or the process is somebody else's.
Outcome<bool> set_limits(pid_t pid, int resource, const LimitPair& limits);

}  // namespace railhead::sys
