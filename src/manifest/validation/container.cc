#include <algorithm>

#include "base/format.h"
#include "manifest/validation/entries.h"
#include "manifest/validation/go_text.h"

// Source: pkg/apis/core/validation/validation.go, ValidateSecurityContext and validateContainerPorts.
namespace railhead::manifest::validation {
namespace {

void check_proc_mount(Entries& entries, const std::string& value, const std::string& path, bool host_users) {
  if (value.empty()) return;
  if (value != "Default" && value != "Unmasked") refuse_choice(entries, path, value, {"Default", "Unmasked"});
  if (host_users && value == "Unmasked") refuse_text(entries, path, value, "`hostUsers` must be false to use `Unmasked`");
}

/// Only the name with its prefix is looked for: SYS_ADMIN passes.
void check_escalation(Entries& entries, const ContainerSecurity& security, const std::string& path) {
  if (security.privilege_escalation.value_or(true)) return;
  if (security.privileged == true)
    refuse_value(entries, path, go_json(security), "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  if (!security.capabilities) return;
  // The server has an entry for each of several, and prints equal ones once.
  const std::vector<std::string>& added = security.capabilities->add;
  if (std::ranges::find(added, "CAP_SYS_ADMIN") != added.end())
    refuse_value(entries, path, go_json(security),
                 "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
}

}  // namespace

void check_ports(Entries& entries, const std::vector<ContainerPort>& ports, const std::string& path) {
  constexpr std::string_view kRange = "must be between 1 and 65535, inclusive";
  const auto outside = [](std::int32_t port) { return port < 1 || port > 65535; };
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::string at = base::format("{}.ports[{}]", path, i);
    if (ports[i].container_port == 0)
      require(entries, base::format("{}.containerPort", at), "");
    else if (outside(ports[i].container_port))
      refuse_value(entries, base::format("{}.containerPort", at), base::format("{}", ports[i].container_port), kRange);
    if (ports[i].host_port != 0 && outside(ports[i].host_port))
      refuse_value(entries, base::format("{}.hostPort", at), base::format("{}", ports[i].host_port), kRange);
  }
}

void check_container(Entries& entries, const ContainerSecurity& security, const std::string& path, bool host_users) {
  if (security.run_as_user) check_id(entries, base::format("{}.runAsUser", path), *security.run_as_user);
  if (security.run_as_group) check_id(entries, base::format("{}.runAsGroup", path), *security.run_as_group);
  check_proc_mount(entries, security.proc_mount, base::format("{}.procMount", path), host_users);
  check_seccomp(entries, security.seccomp, base::format("{}.seccompProfile", path));
  check_escalation(entries, security, path);
  check_windows_options(entries, security.windows, base::format("{}.windowsOptions", path));
  check_app_armor(entries, security.app_armor, base::format("{}.appArmorProfile", path));
}

}  // namespace railhead::manifest::validation
