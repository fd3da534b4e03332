#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/strategy/strategies.h"
#include "manifest/validation/annotations.h"

namespace railhead::manifest::scc {

namespace {

constexpr std::string_view kAnyProfile = "*";
constexpr std::string_view kRuntimeDefault = "runtime/default";
constexpr std::string_view kDockerDefault = "docker/default";
constexpr std::string_view kUnconfined = "unconfined";

bool default_profile(std::string_view name) { return name == kRuntimeDefault || name == kDockerDefault; }

/// The name that SCCs and annotations give to a field's profile; empty for one that is not complete.
std::string profile_name(const Profile& profile) {
  if (profile.type == "Unconfined") return std::string(kUnconfined);
  if (profile.type == "RuntimeDefault") return std::string(kRuntimeDefault);
  if (profile.type == "Localhost" && profile.localhost) return std::string(kLocalhostPrefix) + *profile.localhost;
  return "";
}

/// The other way round; nothing for a name that has no field.
std::optional<Profile> profile_of(std::string_view name) {
  if (name == kUnconfined) return Profile{"Unconfined", {}};
  if (default_profile(name)) return Profile{"RuntimeDefault", {}};
  if (!name.starts_with(kLocalhostPrefix) || name == kLocalhostPrefix) return std::nullopt;
  return Profile{"Localhost", std::string(name.substr(kLocalhostPrefix.size()))};
}

/// The legacy annotation of the pod itself, or of one of its containers; none where it is not there.
const std::string* note(const Pod& pod, std::string_view prefix, std::string_view container = "") {
  if (pod.annotations.empty()) return nullptr;
  const auto found = pod.annotations.find(std::string(prefix).append(container));
  return found == pod.annotations.end() ? nullptr : &found->second;
}

std::string pod_note(const Pod& pod) {
  const std::string* found = note(pod, kSeccompPodKey);
  return found ? *found : "";
}

std::string field_name(const std::optional<Profile>& profile) { return profile ? profile_name(*profile) : ""; }

/// Where the constraint gives a profile: what the pod has, else the first that is allowed.
std::string pod_profile(const Trial& trial) {
  std::string noted = pod_note(trial.pod);
  if (!noted.empty()) return noted;
  if (trial.pod.security && trial.pod.security->seccomp) return profile_name(*trial.pod.security->seccomp);
  const std::vector<std::string>& profiles = trial.constraint.seccomp_profiles;
  const auto first = std::ranges::find_if(profiles, [](const std::string& name) { return name != kAnyProfile; });
  return first == profiles.end() ? "" : *first;
}

std::string container_profile(const Pod& pod, const PodContainer& container) {
  if (container.security && container.security->seccomp) return profile_name(*container.security->seccomp);
  if (const std::string* noted = note(pod, kSeccompPrefix, container.name)) return *noted;
  if (pod.security && pod.security->seccomp) return profile_name(*pod.security->seccomp);
  return pod_note(pod);
}

bool allowed(const std::vector<std::string>& profiles, std::string_view name) {
  if (profiles.empty()) return name.empty();
  return std::ranges::any_of(profiles, [name](const std::string& profile) {
    return profile == kAnyProfile || profile == name || (default_profile(profile) && default_profile(name));
  });
}

/// `container` is empty for the pod itself.
void check(Trial& trial, std::string_view container, const std::string& name) {
  const std::vector<std::string>& profiles = trial.constraint.seccomp_profiles;
  if (allowed(profiles, name)) return;
  std::string why = profiles.empty() ? "seccomp may not be set"
                                     : base::format("{} is not an allowed seccomp profile. Valid values are [{}]", name,
                                                    base::joined(profiles, " "));
  add_forbidden(trial, {.field = Field::seccomp,
                        .container = std::string(container),
                        .path = base::format("metadata.annotations[{}{}]", container.empty() ? kSeccompPodKey : kSeccompPrefix,
                                             container),
                        .value = name,
                        .why = std::move(why)});
}

}  // namespace

void fill_seccomp(Trial& trial) {
  const std::string profile = pod_profile(trial);
  if (profile.empty()) return;
  trial.pod.annotations[std::string(kSeccompPodKey)] = profile;
  security_of(trial.pod).seccomp = profile_of(profile);
}

void check_seccomp(Trial& trial) {
  std::string name = pod_note(trial.pod);
  if (name.empty() && trial.pod.security) name = field_name(trial.pod.security->seccomp);
  check(trial, "", name);
}

void fill_seccomp(Trial& trial, const Spot& spot) {
  const std::string* noted = note(trial.pod, kSeccompPrefix, spot.container.name);
  if (!noted) return;
  const std::optional<Profile> profile = profile_of(*noted);
  if (profile || spot.container.security) security_of(spot.container).seccomp = profile;
}

void check_seccomp(Trial& trial, const Spot& spot) {
  check(trial, spot.container.name, container_profile(trial.pod, spot.container));
}

}  // namespace railhead::manifest::scc
