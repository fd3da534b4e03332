#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/validation/annotations.h"
#include "manifest/validation/entries.h"
#include "manifest/validation/go_text.h"

// Source: pkg/apis/core/validation/validation.go: validateSeccompProfileField, ValidateAppArmorProfileField and what
// ValidatePodCreate and ValidatePodSpecificAnnotations ask of the annotations.
namespace railhead::manifest::validation {
namespace {

constexpr std::size_t kLongestProfile = 4095;

/// A path below the kubelet's folder of seccomp profiles. Absolute and with `..` are two entries.
void check_path(Entries& entries, const std::string& value, const std::string& path) {
  if (value.starts_with('/')) refuse_text(entries, path, value, "must be a relative path");
  if (std::ranges::count(base::split(value, '/'), "..") > 0) refuse_text(entries, path, value, "must not contain '..'");
}

bool known_type(const std::string& type) { return type == "Localhost" || type == "RuntimeDefault" || type == "Unconfined"; }

/// The two texts of an annotation that say what a type says; the second is an old name.
struct Written {
  std::string_view type;
  std::string_view value;
  std::string_view old;
};

constexpr Written kSeccomp[] = {{"Unconfined", "unconfined", "unconfined"},
                                {"RuntimeDefault", "runtime/default", "docker/default"}};
constexpr Written kAppArmor[] = {{"Unconfined", "unconfined", "unconfined"},
                                 {"RuntimeDefault", "runtime/default", "runtime/default"}};

void check_match(Entries& entries, const Pod& pod, const std::string& key, const Profile& profile, const std::string& path,
                 std::string_view kind) {
  const auto at = pod.annotations.find(key);
  if (at == pod.annotations.end()) return;
  const std::string_view text = at->second;
  const auto& table = kind == "seccomp" ? kSeccomp : kAppArmor;
  const auto* const row = std::ranges::find(table, profile.type, &Written::type);
  const bool same = row != std::end(table) ? text == row->value || text == row->old : text.starts_with(kLocalhostPrefix);
  if (row == std::end(table) && profile.type != "Localhost") return;
  if (!same)
    return forbid(entries, base::format("{}.type", path), base::format("{} type in annotation and field must match", kind));
  if (profile.type == "Localhost" && profile.localhost != text.substr(kLocalhostPrefix.size()))
    forbid(entries, base::format("{}.localhostProfile", path),
           base::format("{} profile in annotation and field must match", kind));
}

bool valid_seccomp(std::string_view text) {
  return text == "runtime/default" || text == "docker/default" || text == "unconfined";
}

void check_seccomp_annotation(Entries& entries, const std::string& key, const std::string& text) {
  const std::string path = base::format("metadata.annotations.{}", key);
  if (valid_seccomp(text)) return;
  if (text.starts_with(kLocalhostPrefix)) return check_path(entries, text.substr(kLocalhostPrefix.size()), path);
  refuse_text(entries, path, text, "must be a valid seccomp profile");
}

using Names = std::set<std::string_view>;

void check_app_armor_annotation(Entries& entries, const Names& containers, const std::string& key, const std::string& text) {
  const std::string path = base::format("metadata.annotations[{}]", key);
  const std::string name = key.substr(kAppArmorPrefix.size());
  if (!containers.contains(name)) refuse_text(entries, path, name, "container not found");
  if (text.empty() || text == "runtime/default" || text == "unconfined" || text.starts_with(kLocalhostPrefix)) return;
  refuse_text(entries, path, text, base::format("invalid AppArmor profile name: {}", go_quoted(text)));
}

}  // namespace

void check_seccomp(Entries& entries, const std::optional<Profile>& profile, const std::string& path) {
  if (!profile) return;
  if (profile->type.empty())
    require(entries, base::format("{}.type", path), "type is required when seccompProfile is set");
  else if (!known_type(profile->type))
    refuse_choice(entries, base::format("{}.type", path), profile->type, {"Localhost", "RuntimeDefault", "Unconfined"});
  const std::string name = base::format("{}.localhostProfile", path);
  if (profile->type != "Localhost") {
    if (profile->localhost) refuse_value(entries, name, go_json(*profile), "can only be set when seccomp type is Localhost");
    return;
  }
  if (profile->localhost) return check_path(entries, *profile->localhost, name);
  require(entries, name, "must be set when seccomp type is Localhost");
}

void check_app_armor(Entries& entries, const std::optional<Profile>& profile, const std::string& path) {
  if (!profile) return;
  if (profile->type.empty())
    return require(entries, base::format("{}.type", path), "type is required when appArmorProfile is set");
  if (!known_type(profile->type))
    return refuse_choice(entries, base::format("{}.type", path), profile->type, {"Localhost", "RuntimeDefault", "Unconfined"});
  const std::string name = base::format("{}.localhostProfile", path);
  if (profile->type != "Localhost") {
    if (profile->localhost)
      refuse_value(entries, name, json_quoted(*profile->localhost), "can only be set when AppArmor type is Localhost");
    return;
  }
  if (!profile->localhost || profile->localhost->empty())
    return require(entries, name, "must be set when AppArmor type is Localhost");
  if (padded(*profile->localhost)) refuse_text(entries, name, *profile->localhost, "must not be padded with whitespace");
  if (profile->localhost->size() > kLongestProfile)
    entries.push_back({name, base::format("Too long: may not be more than {} bytes", kLongestProfile)});
}

void check_annotations(Entries& entries, const Pod& pod) {
  const auto own = pod.annotations.find(std::string(kSeccompPodKey));
  if (own != pod.annotations.end()) check_seccomp_annotation(entries, own->first, own->second);
  for (const auto& [key, text] : pod.annotations)
    if (key.starts_with(kSeccompPrefix)) check_seccomp_annotation(entries, key, text);
  Names containers;
  each_path(pod, [&](const PodContainer& container, const std::string&) { containers.insert(container.name); });
  for (const auto& [key, text] : pod.annotations)
    if (key.starts_with(kAppArmorPrefix)) check_app_armor_annotation(entries, containers, key, text);
}

void check_profiles_match(Entries& entries, const Pod& pod) {
  if (pod.security && pod.security->seccomp)
    check_match(entries, pod, std::string(kSeccompPodKey), *pod.security->seccomp, "spec.securityContext.seccompProfile",
                "seccomp");
  each_path(pod, [&](const PodContainer& container, const std::string& path) {
    if (container.security && container.security->seccomp)
      check_match(entries, pod, base::format("{}{}", kSeccompPrefix, container.name), *container.security->seccomp,
                  base::format("{}.securityContext.seccompProfile", path), "seccomp");
  });
  if (pod.os == "windows") return;
  each_path(pod, [&](const PodContainer& container, const std::string& path) {
    const std::optional<Profile>& own = container.security ? container.security->app_armor : std::nullopt;
    const std::optional<Profile> profile = own || !pod.security ? own : pod.security->app_armor;
    if (profile)
      check_match(entries, pod, base::format("{}{}", kAppArmorPrefix, container.name), *profile,
                  base::format("{}.securityContext.appArmorProfile", path), "apparmor");
  });
}

}  // namespace railhead::manifest::validation
