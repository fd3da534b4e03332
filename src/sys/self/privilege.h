#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sys/errno.h"

/// What a process may change of itself: limits, capabilities, identity. Thin over the system calls; each gives its errno.
namespace railhead::sys {

/// RLIMIT_MEMLOCK in bytes; nullopt is unlimited.
struct MemlockLimit {
  std::optional<std::uint64_t> soft;
  std::optional<std::uint64_t> hard;

  bool operator==(const MemlockLimit&) const = default;
};

Outcome<MemlockLimit> memlock_limit();
Outcome<bool> set_memlock_limit(const MemlockLimit& limit);

/// The three sets that capset(2) takes, one bit a capability.
struct OwnCapabilities {
  std::uint64_t effective = 0;
  std::uint64_t permitted = 0;
  std::uint64_t inheritable = 0;

  bool operator==(const OwnCapabilities&) const = default;
};

Outcome<OwnCapabilities> own_capabilities();
Outcome<bool> set_own_capabilities(const OwnCapabilities& sets);

/// prctl(2), PR_CAPBSET_DROP: needs CAP_SETPCAP effective.
Outcome<bool> drop_from_bounding_set(unsigned capability);

/// prctl(2), PR_CAP_AMBIENT_RAISE: the capability has to be permitted and inheritable.
Outcome<bool> raise_ambient(unsigned capability);

/// Becomes another user for good: supplementary groups, then the real, effective and saved gid and uid. Permitted capabilities
/// are kept through the change where `keep_capabilities` says so (PR_SET_KEEPCAPS); effective and ambient ones are lost.
Outcome<bool> become(std::uint32_t uid, std::uint32_t gid, const std::vector<std::uint32_t>& groups, bool keep_capabilities);

/// True where the kernel started this program with privilege it took from its file (AT_SECURE). The dynamic loader has then
/// taken LD_LIBRARY_PATH and its like out of the environment, and /proc/self belongs to root.
bool started_with_file_privilege();

/// Lets /proc/self be read again after a change of identity (PR_SET_DUMPABLE). Another process of this user that wants to trace
/// us still needs all our capabilities (ptrace(2), "Ptrace access mode checking").
void allow_reading_self();

}  // namespace railhead::sys
