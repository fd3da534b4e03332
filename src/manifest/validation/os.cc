#include <array>

#include "base/format.h"
#include "manifest/validation/entries.h"

// Source: pkg/apis/core/validation/validation.go: validateOS, validateLinux, validateWindows, in their order.
namespace railhead::manifest::validation {
namespace {

constexpr std::string_view kNotForWindows = "cannot be set for a windows pod";

struct PodField {
  std::string_view path;
  bool (*set)(const Pod& pod);
};

struct SecurityField {
  std::string_view path;
  bool (*set)(const PodSecurity& security);
};

struct ContainerField {
  std::string_view path;
  bool (*set)(const ContainerSecurity& security);
};

/// What a pod of Windows may not set. Two tables: those of the spec come after the first two of its securityContext.
constexpr std::array kFirst = {
    SecurityField{"appArmorProfile", [](const PodSecurity& s) { return s.app_armor.has_value(); }},
    SecurityField{"seLinuxOptions", [](const PodSecurity& s) { return s.se_linux.has_value(); }},
};
constexpr std::array kSpec = {
    PodField{"hostUsers", [](const Pod& p) { return p.host_users.has_value(); }},
    PodField{"hostPID", [](const Pod& p) { return p.host_pid; }},
    PodField{"hostIPC", [](const Pod& p) { return p.host_ipc; }},
};
constexpr std::array kSecond = {
    SecurityField{"seccompProfile", [](const PodSecurity& s) { return s.seccomp.has_value(); }},
    SecurityField{"fsGroup", [](const PodSecurity& s) { return s.fs_group.has_value(); }},
    SecurityField{"fsGroupChangePolicy", [](const PodSecurity& s) { return !s.fs_group_change_policy.empty(); }},
    SecurityField{"sysctls", [](const PodSecurity& s) { return !s.sysctls.empty(); }},
};
constexpr std::array kShared = {
    PodField{"shareProcessNamespace", [](const Pod& p) { return p.share_process_namespace.has_value(); }},
};
constexpr std::array kThird = {
    SecurityField{"runAsUser", [](const PodSecurity& s) { return s.run_as_user.has_value(); }},
    SecurityField{"runAsGroup", [](const PodSecurity& s) { return s.run_as_group.has_value(); }},
    SecurityField{"supplementalGroups", [](const PodSecurity& s) { return s.supplemental_groups.has_value(); }},
    SecurityField{"supplementalGroupsPolicy", [](const PodSecurity& s) { return !s.supplemental_groups_policy.empty(); }},
    SecurityField{"seLinuxChangePolicy", [](const PodSecurity& s) { return !s.se_linux_change_policy.empty(); }},
};
constexpr std::array kContainer = {
    ContainerField{"appArmorProfile", [](const ContainerSecurity& s) { return s.app_armor.has_value(); }},
    ContainerField{"seLinuxOptions", [](const ContainerSecurity& s) { return s.se_linux.has_value(); }},
    ContainerField{"seccompProfile", [](const ContainerSecurity& s) { return s.seccomp.has_value(); }},
    ContainerField{"capabilities", [](const ContainerSecurity& s) { return s.capabilities.has_value(); }},
    ContainerField{"readOnlyRootFilesystem", [](const ContainerSecurity& s) { return s.read_only_root.has_value(); }},
    ContainerField{"privileged", [](const ContainerSecurity& s) { return s.privileged.has_value(); }},
    ContainerField{"allowPrivilegeEscalation", [](const ContainerSecurity& s) { return s.privilege_escalation.has_value(); }},
    ContainerField{"procMount", [](const ContainerSecurity& s) { return !s.proc_mount.empty(); }},
    ContainerField{"runAsUser", [](const ContainerSecurity& s) { return s.run_as_user.has_value(); }},
    ContainerField{"runAsGroup", [](const ContainerSecurity& s) { return s.run_as_group.has_value(); }},
};

void forbid_set(Entries& entries, const auto& table, const auto& subject, std::string_view above) {
  for (const auto& field : table)
    if (field.set(subject)) forbid(entries, base::format("{}.{}", above, field.path), kNotForWindows);
}

void check_windows(Entries& entries, const Pod& pod) {
  const PodSecurity security = pod.security.value_or(PodSecurity{});
  forbid_set(entries, kFirst, security, "spec.securityContext");
  forbid_set(entries, kSpec, pod, "spec");
  forbid_set(entries, kSecond, security, "spec.securityContext");
  forbid_set(entries, kShared, pod, "spec");
  forbid_set(entries, kThird, security, "spec.securityContext");
  each_path(pod, [&](const PodContainer& container, const std::string& path) {
    if (container.security) forbid_set(entries, kContainer, *container.security, base::format("{}.securityContext", path));
  });
}

void check_linux(Entries& entries, const Pod& pod) {
  constexpr std::string_view kWhy = "windows options cannot be set for a linux pod";
  if (pod.security && pod.security->windows) forbid(entries, "spec.securityContext.windowsOptions", kWhy);
  each_path(pod, [&](const PodContainer& container, const std::string& path) {
    if (container.security && container.security->windows)
      forbid(entries, base::format("{}.securityContext.windowsOptions", path), kWhy);
  });
}

}  // namespace

void check_os(Entries& entries, const Pod& pod) {
  if (pod.os.empty()) return;
  if (pod.os == "windows") return check_windows(entries, pod);
  if (pod.os == "linux") return check_linux(entries, pod);
  refuse_choice(entries, "spec.os", pod.os, {"linux", "windows"});
}

}  // namespace railhead::manifest::validation
