#include "lint/memlock_way.h"

#include "base/format.h"
#include "finding/declared/asked_limits.h"
#include "finding/declared/memlock.h"

namespace railhead::lint {
namespace {

/// Why a capability of the container has no effect; empty where it may have one.
std::string inert_by(const facts::PodTemplate& pod, const facts::DeclaredContainer& container) {
  if (pod.host_users.is(false)) return "hostUsers: false";
  const facts::SecurityContext& security = container.security;
  if (security.user) return *security.user > 0 ? base::format("user {}", *security.user) : "";
  return security.non_root.is(true) ? "runAsNonRoot" : "";
}

/// The field, or the annotation with what it asks for where that is known.
std::string outside(const check::Declared& one) {
  if (one.container.security.memlock) return "securityContext.ulimits";
  const auto asked = check::memlock_asked(one);
  return asked ? "NRI annotation: " + asked->amount : "NRI annotation";
}

}  // namespace

std::string memlock_way(const facts::PodTemplate& pod, const facts::DeclaredContainer& container) {
  const check::Declared one{pod, container};
  if (check::is_privileged(container) && !pod.host_users.is(false)) return "privileged";
  const std::string inert = inert_by(pod, container);
  const bool locks = check::added(container, "IPC_LOCK") != nullptr;
  const bool resource = check::added(container, "SYS_RESOURCE") != nullptr;
  const bool launched = check::launcher_of(container) != nullptr;
  const bool raises = !check::memlock_raises(container).empty();
  if (locks && inert.empty()) return "IPC_LOCK";
  if (resource && inert.empty() && launched) return "SYS_RESOURCE + launcher";
  if (resource && inert.empty() && raises) return "SYS_RESOURCE + ulimit";
  if (check::raised_from_outside(one)) return outside(one);
  if (locks && launched && !pod.host_users.is(false)) return "IPC_LOCK + launcher";
  if (locks) return "IPC_LOCK, inert: " + inert;
  if (resource) return inert.empty() ? "SYS_RESOURCE, unused" : "SYS_RESOURCE, inert: " + inert;
  if (launched) return "launcher, without a capability";
  return raises ? "ulimit, without SYS_RESOURCE" : "none";
}

}  // namespace railhead::lint
