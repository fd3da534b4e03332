#include "manifest/psa/rules.h"

#include <algorithm>
#include <array>

#include "manifest/psa/checks.h"

namespace railhead::manifest::psa {
namespace {

using enum Exempt;

constexpr Level kBase = Level::baseline;
constexpr Level kStrict = Level::restricted;

// Source: kubernetes/pod-security-admission, policy/*.go (the minimum version, the level and the overridden check of each
// check) as of the development of Kubernetes 1.37; those that count in 1.36 agree with what a 1.36.2 server answered.
constexpr std::array kRules = {
    // id, reason, level, since, until, replaces, exempt, exempt_since, check, source
    Rule{"appArmorProfile", "forbidden AppArmor profile", kBase, 0, 0, "", none, 0, app_armor, "check_appArmorProfile.go"},
    Rule{"capabilities_baseline", "non-default capabilities", kBase, 0, 0, "", none, 0, added_capabilities,
         "check_capabilities_baseline.go"},
    Rule{"hostNamespaces", "host namespaces", kBase, 0, 0, "", none, 0, host_namespaces, "check_hostNamespaces.go"},
    Rule{"hostPathVolumes", "hostPath volumes", kBase, 0, 0, "", none, 0, host_path_volumes, "check_hostPathVolumes.go"},
    Rule{"hostPorts", "hostPort", kBase, 0, 0, "", none, 0, host_ports, "check_hostPorts.go"},
    Rule{"hostProbesAndHostLifecycle", "probe or lifecycle host", kBase, 34, 0, "", none, 0, handler_hosts,
         "check_hostProbesAndhostLifecycle.go"},
    Rule{"privileged", "privileged", kBase, 0, 0, "", none, 0, privileged, "check_privileged.go"},
    Rule{"procMount", "procMount", kBase, 0, 0, "", user_namespace, 35, proc_mount, "check_procMount_baseline.go"},
    Rule{"seLinuxOptions", "seLinuxOptions", kBase, 0, 0, "", none, 0, se_linux, "check_seLinuxOptions.go"},
    // Annotations until the field came with 1.19.
    Rule{"seccompProfile_baseline", "seccompProfile", kBase, 0, 19, "", none, 0, seccomp_annotations,
         "check_seccompProfile_baseline.go"},
    Rule{"seccompProfile_baseline", "seccompProfile", kBase, 19, 0, "", none, 0, seccomp_allowed,
         "check_seccompProfile_baseline.go"},
    Rule{"sysctls", "forbidden sysctls", kBase, 0, 0, "", none, 0, sysctls, "check_sysctls.go"},
    Rule{"windowsHostProcess", "hostProcess", kBase, 0, 0, "", none, 0, windows_host_process, "check_windowsHostProcess.go"},

    Rule{"allowPrivilegeEscalation", "allowPrivilegeEscalation != false", kStrict, 8, 0, "", windows, 25, privilege_escalation,
         "check_allowPrivilegeEscalation.go"},
    Rule{"capabilities_restricted", "unrestricted capabilities", kStrict, 22, 0, "capabilities_baseline", windows, 25,
         dropped_capabilities, "check_capabilities_restricted.go"},
    // Baseline lets pods in a user namespace through since 1.35; restricted does not.
    Rule{"procMount_restricted", "procMount", kStrict, 35, 0, "procMount", none, 0, proc_mount,
         "check_procMount_restricted.go"},
    Rule{"restrictedVolumes", "restricted volume types", kStrict, 0, 0, "hostPathVolumes", none, 0, volume_types,
         "check_restrictedVolumes.go"},
    // Before 1.35 user namespaces counted only behind a feature gate that was off by default.
    Rule{"runAsNonRoot", "runAsNonRoot != true", kStrict, 0, 0, "", user_namespace, 35, run_as_non_root,
         "check_runAsNonRoot.go"},
    Rule{"runAsUser", "runAsUser=0", kStrict, 23, 0, "", user_namespace, 35, run_as_root, "check_runAsUser.go"},
    Rule{"seccompProfile_restricted", "seccompProfile", kStrict, 19, 0, "seccompProfile_baseline", windows, 25,
         seccomp_required, "check_seccompProfile_restricted.go"},
};

// Source: check_capabilities_baseline.go. Names are compared exactly.
constexpr std::array kCapabilities = {
    Allowed{"AUDIT_WRITE", 0}, Allowed{"CHOWN", 0},  Allowed{"DAC_OVERRIDE", 0}, Allowed{"FOWNER", 0},
    Allowed{"FSETID", 0},      Allowed{"KILL", 0},   Allowed{"MKNOD", 0},        Allowed{"NET_BIND_SERVICE", 0},
    Allowed{"SETFCAP", 0},     Allowed{"SETGID", 0}, Allowed{"SETPCAP", 0},      Allowed{"SETUID", 0},
    Allowed{"SYS_CHROOT", 0},
};

// Source: check_sysctls.go. Names are compared as the pod has them: with slashes they are other names.
constexpr std::array kSysctls = {
    Allowed{"kernel.shm_rmid_forced", 0},
    Allowed{"net.ipv4.ip_local_port_range", 0},
    Allowed{"net.ipv4.tcp_syncookies", 0},
    Allowed{"net.ipv4.ping_group_range", 0},
    Allowed{"net.ipv4.ip_unprivileged_port_start", 0},
    Allowed{"net.ipv4.ip_local_reserved_ports", 27},
    Allowed{"net.ipv4.tcp_keepalive_time", 29},
    Allowed{"net.ipv4.tcp_fin_timeout", 29},
    Allowed{"net.ipv4.tcp_keepalive_intvl", 29},
    Allowed{"net.ipv4.tcp_keepalive_probes", 29},
    Allowed{"net.ipv4.tcp_rmem", 32},
    Allowed{"net.ipv4.tcp_wmem", 32},
    Allowed{"net.ipv4.tcp_slow_start_after_idle", 37},
    Allowed{"net.ipv4.tcp_notsent_lowat", 37},
};

// Source: check_seLinuxOptions.go.
constexpr std::array kSeLinuxTypes = {
    Allowed{"", 0},
    Allowed{"container_t", 0},
    Allowed{"container_init_t", 0},
    Allowed{"container_kvm_t", 0},
    Allowed{"container_engine_t", 31},
};

// Source: check_seccompProfile_baseline.go, check_appArmorProfile.go.
constexpr std::array kProfileTypes = {Allowed{"RuntimeDefault", 0}, Allowed{"Localhost", 0}};

// Source: check_restrictedVolumes.go; `image` passes in every version of the policy.
constexpr std::array kVolumeTypes = {
    Allowed{"configMap", 0}, Allowed{"csi", 0},   Allowed{"downwardAPI", 0},           Allowed{"emptyDir", 0},
    Allowed{"ephemeral", 0}, Allowed{"image", 0}, Allowed{"persistentVolumeClaim", 0}, Allowed{"projected", 0},
    Allowed{"secret", 0},
};

constexpr std::array<std::string_view, 21> kRefusedVolumes = {
    "hostPath",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "gitRepo",
    "nfs",
    "iscsi",
    "glusterfs",
    "rbd",
    "flexVolume",
    "cinder",
    "cephfs",
    "flocker",
    "fc",
    "azureFile",
    "vsphereVolume",
    "quobyte",
    "azureDisk",
    "photonPersistentDisk",
    "portworxVolume",
    "scaleIO",
    "storageos",
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

bool allows(std::span<const Allowed> table, std::string_view value, int minor) {
  return std::ranges::any_of(table, [&](const Allowed& row) { return row.value == value && row.since <= minor; });
}

std::span<const Allowed> allowed_capabilities() { return kCapabilities; }
std::span<const Allowed> allowed_sysctls() { return kSysctls; }
std::span<const Allowed> allowed_se_linux_types() { return kSeLinuxTypes; }
std::span<const Allowed> allowed_profile_types() { return kProfileTypes; }
std::span<const Allowed> allowed_volume_types() { return kVolumeTypes; }
std::span<const std::string_view> refused_volume_types() { return kRefusedVolumes; }

}  // namespace railhead::manifest::psa
