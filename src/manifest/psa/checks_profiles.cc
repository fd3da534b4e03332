#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/checks.h"
#include "manifest/psa/wording.h"
#include "manifest/validation/annotations.h"
#include "manifest/validation/go_text.h"

/// seccomp and AppArmor: the fields, and the annotations that came before them.
namespace railhead::manifest::psa {
namespace {

using Member = std::optional<Profile>;

/// Where a profile of a type that is not allowed stands. `of` takes the profile from either securityContext.
template <class Of>
Setters refused_profiles(const Pod& pod, int minor, Of of) {
  Setters setters;
  const auto refused = [&](const Member& profile) {
    if (!profile || allows(allowed_profile_types(), profile->type, minor)) return false;
    setters.values.insert(profile->type);
    return true;
  };
  setters.pod = pod.security && refused(of(*pod.security));
  setters.containers = containers_where(
      pod, [&](const PodContainer& container) { return container.security && refused(of(*container.security)); });
  return setters;
}

Setters refused_seccomp(const Pod& pod, int minor) {
  return refused_profiles(pod, minor, [](const auto& security) -> const Member& { return security.seccomp; });
}

std::optional<Found> seccomp_found(const Setters& setters) {
  if (setters.none()) return {};
  return Found{
      base::format("{} must not set securityContext.seccompProfile.type to {}", setters.words(), in_quotes(setters.values)),
      setters.containers};
}

bool allowed_app_armor(std::string_view annotation) {
  return annotation.empty() || annotation == "runtime/default" || annotation.starts_with(kLocalhostPrefix);
}

bool allowed_seccomp(std::string_view annotation) {
  return annotation == "runtime/default" || annotation == "docker/default" || annotation.starts_with(kLocalhostPrefix);
}

std::string written(std::string_view key, std::string_view value) { return base::format("{}={}", key, go_quoted(value)); }

}  // namespace

std::optional<Found> app_armor(const Pod& pod, int minor) {
  const Setters setters =
      refused_profiles(pod, minor, [](const auto& security) -> const Member& { return security.app_armor; });
  std::vector<std::string> values(setters.values.begin(), setters.values.end());
  std::vector<std::string> annotations;
  for (const auto& [key, value] : pod.annotations)
    if (key.starts_with(kAppArmorPrefix) && !allowed_app_armor(value)) annotations.push_back(written(key, value));
  if (setters.none() && annotations.empty()) return {};
  std::ranges::sort(annotations);
  std::vector<std::string> who;
  if (!setters.none()) who.push_back(setters.words());
  if (!annotations.empty()) who.emplace_back(annotations.size() == 1 ? "annotation" : "annotations");
  values.insert(values.end(), annotations.begin(), annotations.end());
  return Found{base::format("{} must not set AppArmor profile type to {}", base::joined(who, " and "), in_quotes(values)),
               setters.containers, values.size() == 1 ? "" : "forbidden AppArmor profiles"};
}

std::optional<Found> seccomp_annotations(const Pod& pod, int) {
  std::set<std::string> refused;
  std::vector<std::string> names;
  const auto look = [&](const std::string& key) {
    const auto at = pod.annotations.find(key);
    if (at == pod.annotations.end() || allowed_seccomp(at->second)) return false;
    refused.insert(written(key, at->second));
    return true;
  };
  look(std::string(kSeccompPodKey));
  names = containers_where(
      pod, [&](const PodContainer& container) { return look(base::format("{}{}", kSeccompPrefix, container.name)); });
  if (refused.empty()) return {};
  return Found{base::format("forbidden annotation{} {}", refused.size() == 1 ? "" : "s",
                            base::joined({refused.begin(), refused.end()}, ", ")),
               names};
}

std::optional<Found> seccomp_allowed(const Pod& pod, int minor) { return seccomp_found(refused_seccomp(pod, minor)); }

std::optional<Found> seccomp_required(const Pod& pod, int minor) {
  const Setters refused = refused_seccomp(pod, minor);
  if (!refused.none()) return seccomp_found(refused);
  if (pod.security && pod.security->seccomp) return {};
  const std::vector<std::string> unset =
      containers_where(pod, [](const PodContainer& container) { return !container.security || !container.security->seccomp; });
  if (unset.empty()) return {};
  return Found{base::format(R"(pod or {} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")",
                            named("container", unset)),
               unset};
}

}  // namespace railhead::manifest::psa
