#include "report/scc/names.h"

namespace railhead::report {

const char* name(manifest::scc::Field field) {
  using enum facts::AdmissionField;
  switch (field) {
    case fs_group: return "fsGroup";
    case supplemental_groups: return "supplementalGroups";
    case seccomp: return "seccompProfile";
    case se_linux: return "seLinuxOptions";
    case host_network: return "hostNetwork";
    case host_pid: return "hostPID";
    case host_ipc: return "hostIPC";
    case host_users: return "hostUsers";
    case sysctl: return "sysctls";
    case volume: return "volumes";
    case run_as_user: return "runAsUser";
    case run_as_non_root: return "runAsNonRoot";
    case privileged: return "privileged";
    case capability: return "capabilities";
    case host_port: return "hostPort";
    case privilege_escalation: return "allowPrivilegeEscalation";
    case read_only_root: return "readOnlyRootFilesystem";
  }
  return "";
}

const char* name(manifest::scc::AccessBy by) {
  switch (by) {
    case manifest::scc::AccessBy::none: return "none";
    case manifest::scc::AccessBy::service_account: return "service_account";
    case manifest::scc::AccessBy::user: return "user";
  }
  return "";
}

}  // namespace railhead::report
