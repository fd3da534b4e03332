#include "manifest/validation/prepare.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/format.h"
#include "manifest/validation/annotations.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kLongestProfile = 4095;  // PATH_MAX without its NUL

std::optional<Profile> profile_of(std::string_view annotation) {
  if (annotation == "unconfined") return Profile{.type = "Unconfined"};
  if (annotation == "runtime/default") return Profile{.type = "RuntimeDefault"};
  if (!annotation.starts_with(kLocalhostPrefix)) return {};
  const std::string_view name = annotation.substr(kLocalhostPrefix.size());
  if (name.empty() || name.size() > kLongestProfile || padded(name)) return {};
  return Profile{.type = "Localhost", .localhost = std::string(name)};
}

void take_profiles(std::vector<PodContainer>& containers, const Pod& pod, bool& changed) {
  const std::optional<Profile> of_pod = pod.security ? pod.security->app_armor : std::nullopt;
  for (PodContainer& container : containers) {
    if (container.security && container.security->app_armor) continue;
    const auto at = pod.annotations.find(base::format("{}{}", kAppArmorPrefix, container.name));
    if (at == pod.annotations.end()) continue;
    std::optional<Profile> profile = profile_of(at->second);
    if (!profile || profile == of_pod) continue;
    if (!container.security) container.security.emplace();
    container.security->app_armor = std::move(profile);
    changed = true;
  }
}

}  // namespace

std::optional<Pod> prepared(const Pod& pod) {
  const auto first = pod.annotations.lower_bound(std::string(kAppArmorPrefix));
  if (first == pod.annotations.end() || !first->first.starts_with(kAppArmorPrefix) || pod.os == "windows") return {};
  Pod copy = pod;
  bool changed = false;
  take_profiles(copy.init_containers, pod, changed);
  take_profiles(copy.containers, pod, changed);
  take_profiles(copy.ephemeral_containers, pod, changed);
  if (!changed) return {};
  return copy;
}

}  // namespace railhead::manifest
