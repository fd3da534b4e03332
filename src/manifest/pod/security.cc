#include "manifest/pod/security.h"

#include <utility>

namespace railhead::manifest {
namespace {

std::optional<Profile> profile(Section section) {
  if (!section.there()) return std::nullopt;
  Profile read{.type = section.text("type").value_or(""), .localhost = section.text("localhostProfile")};
  section.end();
  return read;
}

std::optional<WindowsOptions> windows_options(Section section) {
  if (!section.there()) return std::nullopt;
  WindowsOptions read{.credential_spec_name = section.text("gmsaCredentialSpecName"),
                      .credential_spec = section.text("gmsaCredentialSpec"),
                      .user_name = section.text("runAsUserName"),
                      .host_process = section.boolean("hostProcess")};
  section.end();
  return read;
}

std::optional<Capabilities> capabilities(Section section) {
  if (!section.there()) return std::nullopt;
  Capabilities read{.add = section.texts("add").value_or(std::vector<std::string>()),
                    .drop = section.texts("drop").value_or(std::vector<std::string>())};
  section.end();
  return read;
}

std::vector<Sysctl> sysctls(Section& section) {
  std::vector<Sysctl> read;
  std::vector<Section> found = section.sections("sysctls");
  read.reserve(found.size());
  for (Section& sysctl : found) {
    std::string name = sysctl.text("name").value_or("");
    read.push_back({.name = std::move(name), .value = sysctl.text("value").value_or("")});
  }
  return read;
}

}  // namespace

std::optional<SeLinuxOptions> se_linux_options(Section section) {
  if (!section.there()) return std::nullopt;
  SeLinuxOptions read{.user = section.text("user").value_or(""),
                      .role = section.text("role").value_or(""),
                      .type = section.text("type").value_or(""),
                      .level = section.text("level").value_or("")};
  section.end();
  return read;
}

std::optional<PodSecurity> pod_security(Section& section) {
  if (!section.there()) return std::nullopt;
  PodSecurity read;
  read.se_linux = se_linux_options(section.section("seLinuxOptions"));
  read.windows = windows_options(section.section("windowsOptions"));
  read.run_as_user = section.whole_number("runAsUser");
  read.run_as_group = section.whole_number("runAsGroup");
  read.run_as_non_root = section.boolean("runAsNonRoot");
  read.supplemental_groups = section.whole_numbers("supplementalGroups");
  read.supplemental_groups_policy = section.text("supplementalGroupsPolicy").value_or("");
  read.fs_group = section.whole_number("fsGroup");
  read.fs_group_change_policy = section.text("fsGroupChangePolicy").value_or("");
  read.seccomp = profile(section.section("seccompProfile"));
  read.app_armor = profile(section.section("appArmorProfile"));
  read.sysctls = sysctls(section);
  read.se_linux_change_policy = section.text("seLinuxChangePolicy").value_or("");
  section.end();
  return read;
}

std::optional<ContainerSecurity> container_security(Section& section) {
  if (!section.there()) return std::nullopt;
  ContainerSecurity read;
  read.capabilities = capabilities(section.section("capabilities"));
  read.privileged = section.boolean("privileged");
  read.se_linux = se_linux_options(section.section("seLinuxOptions"));
  read.windows = windows_options(section.section("windowsOptions"));
  read.run_as_user = section.whole_number("runAsUser");
  read.run_as_group = section.whole_number("runAsGroup");
  read.run_as_non_root = section.boolean("runAsNonRoot");
  read.read_only_root = section.boolean("readOnlyRootFilesystem");
  read.privilege_escalation = section.boolean("allowPrivilegeEscalation");
  read.proc_mount = section.text("procMount").value_or("");
  read.seccomp = profile(section.section("seccompProfile"));
  read.app_armor = profile(section.section("appArmorProfile"));
  section.passed("ulimits");  // KEP-5758
  section.end();
  return read;
}

}  // namespace railhead::manifest
