#include "sys/limits.h"

#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <utility>

namespace railhead::sys {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 16> kResources = {{
    {"RLIMIT_AS", RLIMIT_AS},
    {"RLIMIT_CORE", RLIMIT_CORE},
    {"RLIMIT_CPU", RLIMIT_CPU},
    {"RLIMIT_DATA", RLIMIT_DATA},
    {"RLIMIT_FSIZE", RLIMIT_FSIZE},
    {"RLIMIT_LOCKS", RLIMIT_LOCKS},
    {"RLIMIT_MEMLOCK", RLIMIT_MEMLOCK},
    {"RLIMIT_MSGQUEUE", RLIMIT_MSGQUEUE},
    {"RLIMIT_NICE", RLIMIT_NICE},
    {"RLIMIT_NOFILE", RLIMIT_NOFILE},
    {"RLIMIT_NPROC", RLIMIT_NPROC},
    {"RLIMIT_RSS", RLIMIT_RSS},
    {"RLIMIT_RTPRIO", RLIMIT_RTPRIO},
    {"RLIMIT_RTTIME", RLIMIT_RTTIME},
    {"RLIMIT_SIGPENDING", RLIMIT_SIGPENDING},
    {"RLIMIT_STACK", RLIMIT_STACK},
}};
static_assert(RLIM_INFINITY == kNoLimit);

// glibc gives the first argument a type of its own, which is an int in C.
int change(pid_t pid, int resource, const rlimit* wanted, rlimit* found) {
  return ::prlimit(pid, static_cast<__rlimit_resource>(resource), wanted, found);
}

}  // namespace

std::optional<int> resource_number(std::string_view name) {
  for (const auto& [known, number] : kResources)
    if (known == name) return number;
  return std::nullopt;
}

Outcome<LimitPair> limits_of(pid_t pid, int resource) {
  rlimit found{};
  if (change(pid, resource, nullptr, &found) != 0) return std::unexpected(Errno{errno});
  return LimitPair{.soft = found.rlim_cur, .hard = found.rlim_max};
}

Outcome<bool> set_limits(pid_t pid, int resource, const LimitPair& limits) {
  const rlimit wanted{.rlim_cur = limits.soft, .rlim_max = limits.hard};
  if (change(pid, resource, &wanted, nullptr) != 0) return std::unexpected(Errno{errno});
  return true;
}

}  // namespace railhead::sys
