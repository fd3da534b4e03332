#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/validation/entries.h"

// Source: pkg/apis/core/validation/validation.go, validatePodSpecSecurityContext and validateSysctls.
namespace railhead::manifest::validation {
namespace {

constexpr std::size_t kLongestSysctl = 253;

enum class Shared : std::uint8_t { ipc, net };

/// Sysctls of a namespace of the kernel. Source: component-helpers/node/util/sysctl/namespace.go.
struct Namespaced {
  std::string_view name;
  bool prefix;
  Shared of;
};

constexpr std::array kNamespaced = {Namespaced{"kernel.sem", false, Shared::ipc}, Namespaced{"kernel.shm", true, Shared::ipc},
                                    Namespaced{"kernel.msg", true, Shared::ipc}, Namespaced{"fs.mqueue.", true, Shared::ipc},
                                    Namespaced{"net.", true, Shared::net}};

bool word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool valid_segment(std::string_view segment) {
  return !segment.empty() && word_character(segment.front()) && word_character(segment.back()) &&
         std::ranges::all_of(segment, [](char c) { return word_character(c) || c == '-' || c == '_'; });
}

std::string with_dots(std::string_view name) {
  std::string dots(name);
  std::ranges::replace(dots, '/', '.');
  return dots;
}

bool valid_name(const std::string& name) {
  return name.size() <= kLongestSysctl && std::ranges::all_of(base::split(with_dots(name), '.'), valid_segment);
}

/// net/ipv4/conf/eth0.100/forwarding is net.ipv4.conf.eth0/100.forwarding: where the first separator is a slash, the two change
/// places.
std::string normalized(std::string_view name) {
  std::string text(name);
  const std::size_t first = text.find_first_of("./");
  if (first == std::string::npos || text[first] == '.') return text;
  for (char& c : text) c = c == '/' ? '.' : c == '.' ? '/' : c;
  return text;
}

bool shared_with_host(const Pod& pod, const std::string& sysctl, Shared space) {
  if (!(space == Shared::net ? pod.host_network : pod.host_ipc)) return false;
  const std::string name = normalized(sysctl);
  return std::ranges::any_of(kNamespaced, [&](const Namespaced& row) {
    return row.of == space && (row.prefix ? name.starts_with(row.name) : name == row.name);
  });
}

void check_sysctls(Entries& entries, const Pod& pod) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < pod.security->sysctls.size(); ++i) {
    const std::string& name = pod.security->sysctls[i].name;
    const std::string path = base::format("spec.securityContext.sysctls[{}].name", i);
    if (name.empty())
      require(entries, path, "");
    else if (!valid_name(name))
      refuse_text(entries, path, name,
                  R"(must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*)"
                  R"([a-z0-9]([-_a-z0-9]*[a-z0-9])?$)");
    else if (seen.contains(name))
      entries.push_back({path, base::format("Duplicate value: \"{}\"", name)});
    if (shared_with_host(pod, name, Shared::net))
      refuse_text(entries, path, name, "may not be specified when 'hostNetwork' is true");
    else if (shared_with_host(pod, name, Shared::ipc))
      refuse_text(entries, path, name, "may not be specified when 'hostIPC' is true");
    seen.insert(name);
  }
}

}  // namespace

void check_pod_security(Entries& entries, const Pod& pod) {
  const bool shared = pod.share_process_namespace == true && pod.host_pid;
  const auto share = [&] {
    if (shared)
      refuse_value(entries, "spec.securityContext.shareProcessNamespace", "true",
                   "ShareProcessNamespace and HostPID cannot both be enabled");
  };
  if (!pod.security) return share();
  const PodSecurity& security = *pod.security;
  if (security.fs_group) check_id(entries, "spec.securityContext.fsGroup", *security.fs_group);
  if (security.run_as_user) check_id(entries, "spec.securityContext.runAsUser", *security.run_as_user);
  if (security.run_as_group) check_id(entries, "spec.securityContext.runAsGroup", *security.run_as_group);
  if (security.supplemental_groups)
    for (std::size_t i = 0; i < security.supplemental_groups->size(); ++i)
      check_id(entries, base::format("spec.securityContext.supplementalGroups[{}]", i), (*security.supplemental_groups)[i]);
  share();
  check_sysctls(entries, pod);
  const std::string& group_policy = security.fs_group_change_policy;
  if (!group_policy.empty() && group_policy != "Always" && group_policy != "OnRootMismatch")
    refuse_choice(entries, "spec.securityContext.fsGroupChangePolicy", group_policy, {"Always", "OnRootMismatch"});
  check_seccomp(entries, security.seccomp, "spec.securityContext.seccompProfile");
  check_windows_options(entries, security.windows, "spec.securityContext.windowsOptions");
  check_app_armor(entries, security.app_armor, "spec.securityContext.appArmorProfile");
  const std::string& groups = security.supplemental_groups_policy;
  if (!groups.empty() && groups != "Merge" && groups != "Strict")
    refuse_choice(entries, "spec.securityContext.supplementalGroupsPolicy", groups, {"Merge", "Strict"});
  // MountOption needs the feature SELinuxMount, which is off in what was measured.
  const std::string& change = security.se_linux_change_policy;
  if (!change.empty() && change != "Recursive")
    refuse_choice(entries, "spec.securityContext.seLinuxChangePolicy", change, {"Recursive"});
}

}  // namespace railhead::manifest::validation
