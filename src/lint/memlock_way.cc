#include "lint/memlock_way.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "finding/declared/containers.h"

namespace railhead::lint {
namespace {

bool says(const facts::DeclaredContainer& container, std::string_view part) {
  return std::ranges::any_of(container.command,
                             [part](const facts::Placed& word) { return word.text.find(part) != std::string::npos; });
}

/// `ulimit -l`, `-Hl`, `-SHl`, or prlimit.
bool raises_limit(const facts::DeclaredContainer& container) {
  constexpr std::array<std::string_view, 5> kWays = {"ulimit -l", "ulimit -Hl", "ulimit -SHl", "ulimit -HSl", "prlimit"};
  return std::ranges::any_of(kWays, [&](std::string_view way) { return says(container, way); });
}

bool starts_launcher(const facts::DeclaredContainer& container) {
  if (says(container, "railhead exec")) return true;
  return container.command.size() > 1 && container.command[0].text.ends_with("railhead") && container.command[1].text == "exec";
}

/// Why a capability of the container has no effect; empty where it may have one.
std::string inert_by(const facts::PodTemplate& pod, const facts::DeclaredContainer& container) {
  if (pod.host_users.is(false)) return "hostUsers: false";
  const facts::SecurityContext& security = container.security;
  if (security.user) return *security.user > 0 ? base::format("user {}", *security.user) : "";
  return security.non_root.is(true) ? "runAsNonRoot" : "";
}

/// The ulimit-adjuster's annotations: "ulimits.nri.containerd.io/container.NAME".
bool has_nri_annotation(const manifest::Value& metadata) {
  for (const auto& [key, value] : metadata["annotations"].members())
    if (const std::string name = key.text().value_or(""); name.starts_with("ulimits.nri.") || name.starts_with("memlock.nri."))
      return true;
  return false;
}

}  // namespace

std::string memlock_way(const facts::PodTemplate& pod, const facts::DeclaredContainer& container,
                        const manifest::Value& metadata) {
  if (check::is_privileged(container) && !pod.host_users.is(false)) return "privileged";
  const std::string inert = inert_by(pod, container);
  const bool locks = check::added(container, "IPC_LOCK") != nullptr;
  const bool resource = check::added(container, "SYS_RESOURCE") != nullptr;
  if (locks && inert.empty()) return "IPC_LOCK";
  if (resource && inert.empty() && starts_launcher(container)) return "SYS_RESOURCE + launcher";
  if (resource && inert.empty() && raises_limit(container)) return "SYS_RESOURCE + ulimit";
  if (has_nri_annotation(metadata)) return "NRI annotation";
  if (locks) return "IPC_LOCK, inert: " + inert;
  if (resource) return inert.empty() ? "SYS_RESOURCE, unused" : "SYS_RESOURCE, inert: " + inert;
  if (starts_launcher(container)) return "launcher, without SYS_RESOURCE";
  return raises_limit(container) ? "ulimit, without SYS_RESOURCE" : "none";
}

}  // namespace railhead::lint
