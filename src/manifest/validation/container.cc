#include <algorithm>

#include "base/format.h"
#include "manifest/validation/entries.h"
#include "manifest/validation/go_text.h"

// Source: pkg/apis/core/validation/validation.go, ValidateSecurityContext.
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
  const auto times = std::ranges::count(security.capabilities->add, "CAP_SYS_ADMIN");
  // Equal entries are printed once.
  if (times > 0)
    refuse_value(entries, path, go_json(security),
                 "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
}

}  // namespace

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
