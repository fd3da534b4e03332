#include "nri/hook/setting.h"

#include <algorithm>
#include <cerrno>

#include "base/format.h"

namespace railhead::nri {
namespace {

const Rlimit* limit_of(const std::vector<Rlimit>& limits, std::string_view type) {
  const auto found = std::find_if(limits.begin(), limits.end(), [type](const Rlimit& limit) { return limit.type == type; });
  return found == limits.end() ? nullptr : &*found;
}

std::string spelled(std::uint64_t value) { return value == kUnlimited ? "unlimited" : base::format("{}", value); }

std::string why_not_set(const Rlimit& limit, sys::Errno error) {
  if (error.value == EPERM)
    return base::format(
        "{} was not set to {}: EPERM. The runtime lacks CAP_SYS_RESOURCE (a rootless one always does), which raising a hard "
        "limit "
        "needs: give it to the service of CRI-O or Podman.",
        limit.type, spelled(limit.hard));
  return base::format("{} was not set to {}: {}", limit.type, spelled(limit.hard), sys::symbol(error));
}

/// Of a limit that config.json has other values for.
std::string note_on(const Rlimit& limit, const Rlimit& configured) {
  return base::format(
      "config.json sets {} to {}:{}, which runc does after this hook: change it there (podman --ulimit or default_ulimits in "
      "containers.conf, default_ulimits of CRI-O, the plugin or hook that wrote it)",
      limit.type, spelled(configured.soft), spelled(configured.hard));
}

Setting set_one(const Rlimit& wanted, const Rlimit* configured, bool may_raise, const Limiter& limiter) {
  Setting setting{.limit = wanted};
  const std::optional<int> resource = sys::resource_number(wanted.type);
  if (!resource) {
    setting.problem = base::format("{} is no limit that this program knows", wanted.type);
    return setting;
  }
  const bool differs = configured != nullptr && *configured != wanted;
  if (differs && !may_raise && wanted.hard < configured->hard) {
    setting.problem = note_on(wanted, *configured) + "; not lowered here, since runc may not raise it again and would fail";
    return setting;
  }
  const sys::LimitPair pair{.soft = std::min(wanted.soft, wanted.hard), .hard = wanted.hard};
  const sys::Outcome<sys::LimitPair> now = limiter.read(*resource);
  if (!now || *now != pair) {
    const sys::Outcome<bool> done = limiter.set(*resource, pair);
    if (!done) setting.problem = why_not_set(wanted, done.error());
  }
  if (differs && setting.problem.empty()) setting.note = note_on(wanted, *configured);
  return setting;
}

}  // namespace

Limiter limiter_of(pid_t pid) {
  return {.read = [pid](int resource) { return sys::limits_of(pid, resource); },
          .set = [pid](int resource, const sys::LimitPair& limits) { return sys::set_limits(pid, resource, limits); }};
}

std::vector<Setting> set_all(const std::vector<Rlimit>& wanted, const std::vector<Rlimit>& configured, bool may_raise,
                             const Limiter& limiter) {
  std::vector<Setting> settings;
  settings.reserve(wanted.size());
  for (const Rlimit& limit : wanted) settings.push_back(set_one(limit, limit_of(configured, limit.type), may_raise, limiter));
  return settings;
}

std::vector<Rlimit> limits_at_start(const std::vector<Rlimit>& configured, const std::vector<std::string>& types,
                                    const Limiter& limiter) {
  std::vector<Rlimit> limits = configured;
  for (const std::string& type : types) {
    const std::optional<int> resource = sys::resource_number(type);
    if (!resource || limit_of(limits, type)) continue;
    const sys::Outcome<sys::LimitPair> now = limiter.read(*resource);
    if (now) limits.push_back({.type = type, .soft = now->soft, .hard = now->hard});
  }
  return limits;
}

}  // namespace railhead::nri
