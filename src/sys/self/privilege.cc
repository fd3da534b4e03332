#include "sys/self/privilege.h"

#include <grp.h>
#include <linux/capability.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace railhead::sys {
namespace {

Outcome<bool> done(long result) {
  if (result != 0) return std::unexpected(Errno{errno});
  return true;
}

std::optional<std::uint64_t> from_rlim(rlim_t value) {
  return value == RLIM_INFINITY ? std::nullopt : std::optional<std::uint64_t>(value);
}

rlim_t to_rlim(const std::optional<std::uint64_t>& value) { return value ? static_cast<rlim_t>(*value) : RLIM_INFINITY; }

/// Version 3 has two 32-bit halves of each set.
using Halves = std::array<__user_cap_data_struct, 2>;

std::uint64_t joined(std::uint32_t low, std::uint32_t high) { return low | (static_cast<std::uint64_t>(high) << 32U); }

__user_cap_header_struct header() { return {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0}; }

}  // namespace

Outcome<MemlockLimit> memlock_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return std::unexpected(Errno{errno});
  return MemlockLimit{from_rlim(limit.rlim_cur), from_rlim(limit.rlim_max)};
}

Outcome<bool> set_memlock_limit(const MemlockLimit& limit) {
  const rlimit wanted{to_rlim(limit.soft), to_rlim(limit.hard)};
  return done(::setrlimit(RLIMIT_MEMLOCK, &wanted));
}

Outcome<OwnCapabilities> own_capabilities() {
  __user_cap_header_struct head = header();
  Halves halves{};
  if (::syscall(SYS_capget, &head, halves.data()) != 0) return std::unexpected(Errno{errno});
  return OwnCapabilities{joined(halves[0].effective, halves[1].effective), joined(halves[0].permitted, halves[1].permitted),
                         joined(halves[0].inheritable, halves[1].inheritable)};
}

Outcome<bool> set_own_capabilities(const OwnCapabilities& sets) {
  __user_cap_header_struct head = header();
  Halves halves{};
  for (unsigned i = 0; i < 2; ++i) {
    const auto half = [i](std::uint64_t set) { return static_cast<std::uint32_t>(set >> (32U * i)); };
    halves[i] = {.effective = half(sets.effective), .permitted = half(sets.permitted), .inheritable = half(sets.inheritable)};
  }
  return done(::syscall(SYS_capset, &head, halves.data()));
}

Outcome<bool> drop_from_bounding_set(unsigned capability) { return done(::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)); }

Outcome<bool> raise_ambient(unsigned capability) {
  return done(::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0));
}

Outcome<bool> become(std::uint32_t uid, std::uint32_t gid, const std::vector<std::uint32_t>& groups, bool keep_capabilities) {
  if (keep_capabilities)
    if (auto kept = done(::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)); !kept) return kept;
  if (auto set = done(::setgroups(groups.size(), groups.data())); !set) return set;
  if (auto set = done(::setresgid(gid, gid, gid)); !set) return set;
  return done(::setresuid(uid, uid, uid));
}

bool started_with_file_privilege() { return ::getauxval(AT_SECURE) != 0; }

void allow_reading_self() { static_cast<void>(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }

}  // namespace railhead::sys
