#include <gtest/gtest.h>

#include "tests/unit/manifest/psa/pods.h"

namespace railhead::manifest::psa {
namespace {

using test::baseline;
using test::of_init;
using test::own;
using test::restricted;
using test::strict;

TEST(Baseline, LetsAPlainPodThrough) {
  const Pod pod{.name = "bare", .containers = {{.name = "fold"}}};
  EXPECT_EQ(baseline(pod), "");
  EXPECT_EQ(restricted(strict()), "");
}

TEST(Baseline, PrivilegedLevelAsksNothing) {
  Pod pod = strict();
  own(pod).privileged = true;
  pod.host_pid = true;
  EXPECT_TRUE(violations(pod, Level::privileged, {}).empty());
}

TEST(Baseline, AddedCapabilities) {
  Pod pod = strict();
  own(pod).capabilities->add = {"SYS_RESOURCE", "CHOWN", "IPC_LOCK", "IPC_LOCK"};
  EXPECT_EQ(baseline(pod),
            "non-default capabilities (container \"fold\" must not include \"IPC_LOCK\", \"SYS_RESOURCE\" in "
            "securityContext.capabilities.add)");
  of_init(pod).capabilities->add = {"CAP_CHOWN"};
  EXPECT_EQ(baseline(pod),
            "non-default capabilities (containers \"fetch\", \"fold\" must not include \"CAP_CHOWN\", \"IPC_LOCK\", "
            "\"SYS_RESOURCE\" in securityContext.capabilities.add)");
  own(pod).capabilities->add = {"AUDIT_WRITE", "SETPCAP"};
  of_init(pod).capabilities->add = {"NET_BIND_SERVICE"};
  EXPECT_EQ(baseline(pod), "");
}

TEST(Baseline, HostNamespacesInOneFinding) {
  Pod pod = strict();
  pod.host_ipc = true;
  pod.host_network = true;
  EXPECT_EQ(baseline(pod), "host namespaces (hostNetwork=true, hostIPC=true)");
  pod.host_network = pod.host_ipc = false;
  pod.host_pid = true;
  EXPECT_EQ(baseline(pod), "host namespaces (hostPID=true)");
}

TEST(Baseline, HostPathVolumes) {
  Pod pod = strict();
  pod.volumes = {{.name = "infiniband", .types = {"hostPath"}}, {.name = "data", .types = {"nfs"}}};
  EXPECT_EQ(baseline(pod), "hostPath volumes (volume \"infiniband\")");
  pod.volumes[1].types = {"hostPath"};
  EXPECT_EQ(baseline(pod), "hostPath volumes (volumes \"infiniband\", \"data\")");
}

TEST(Baseline, HostPortsAreOrderedAsText) {
  Pod pod = strict();
  pod.containers[0].ports = {{.container_port = 29500}};
  EXPECT_EQ(baseline(pod), "");
  pod.containers[0].ports = {{29500, 29500}};
  EXPECT_EQ(baseline(pod), "hostPort (container \"fold\" uses hostPort 29500)");
  pod.init_containers[0].ports = {{80, 9000}, {81, 29500}};
  EXPECT_EQ(baseline(pod), "hostPort (containers \"fetch\", \"fold\" use hostPorts 29500, 9000)");
}

TEST(Baseline, HostsOfProbesAndHooksSince34) {
  Pod pod = strict();
  pod.containers[0].handler_hosts = {"", "127.0.0.1"};
  EXPECT_EQ(baseline(pod), "probe or lifecycle host (container \"fold\" uses probe or lifecycle host \"127.0.0.1\")");
  pod.containers.push_back({.name = "aside", .handler_hosts = {"10.9.8.7"}});
  EXPECT_EQ(baseline(pod, {34}),
            "probe or lifecycle host (containers \"aside\", \"fold\" use probe or lifecycle hosts \"10.9.8.7\", "
            "\"127.0.0.1\")");
  EXPECT_EQ(baseline(pod, {33}), "");
}

TEST(Baseline, Privileged) {
  Pod pod = strict();
  own(pod).privileged = false;
  EXPECT_EQ(baseline(pod), "");
  of_init(pod).privileged = true;
  EXPECT_EQ(baseline(pod), "privileged (container \"fetch\" must not set securityContext.privileged=true)");
}

TEST(Baseline, ProcMountInAUserNamespaceSince35) {
  Pod pod = strict();
  own(pod).proc_mount = "Default";
  EXPECT_EQ(baseline(pod), "");
  own(pod).proc_mount = "Unmasked";
  const std::string refused = "procMount (container \"fold\" must not set securityContext.procMount to \"Unmasked\")";
  EXPECT_EQ(baseline(pod), refused);
  EXPECT_EQ(restricted(pod), refused) << "named once";
  pod.host_users = false;
  EXPECT_EQ(baseline(pod), "");
  EXPECT_EQ(baseline(pod, {35}), "");
  EXPECT_EQ(baseline(pod, {34}), refused);
  EXPECT_EQ(restricted(pod), refused);
  EXPECT_EQ(restricted(pod, {34}), refused);
}

TEST(Baseline, SeLinuxOptions) {
  Pod pod = strict();
  pod.security->se_linux = SeLinuxOptions{.level = "s0:c3,c7"};
  own(pod).se_linux = SeLinuxOptions{.type = "container_engine_t"};
  EXPECT_EQ(baseline(pod, {31}), "");
  EXPECT_EQ(baseline(pod, {30}),
            "seLinuxOptions (container \"fold\" set forbidden securityContext.seLinuxOptions: type \"container_engine_t\")");
  pod.security->se_linux = SeLinuxOptions{.user = "system_u", .role = "system_r", .type = "spc_t"};
  own(pod).se_linux = SeLinuxOptions{.type = "rdma_t"};
  EXPECT_EQ(baseline(pod),
            "seLinuxOptions (pod and container \"fold\" set forbidden securityContext.seLinuxOptions: types \"rdma_t\", "
            "\"spc_t\"; user may not be set; role may not be set)");
}

TEST(Baseline, SysctlsByVersion) {
  Pod pod = strict();
  const auto with = [&](const std::string& name, std::optional<int> minor) {
    pod.security->sysctls = {{name, "1"}};
    return baseline(pod, {minor});
  };
  EXPECT_EQ(with("kernel.shm_rmid_forced", 22), "");
  EXPECT_EQ(with("net.ipv4.ip_local_reserved_ports", 27), "");
  EXPECT_EQ(with("net.ipv4.ip_local_reserved_ports", 26), "forbidden sysctls (net.ipv4.ip_local_reserved_ports)");
  EXPECT_EQ(with("net.ipv4.tcp_keepalive_probes", 29), "");
  EXPECT_EQ(with("net.ipv4.tcp_keepalive_probes", 28), "forbidden sysctls (net.ipv4.tcp_keepalive_probes)");
  EXPECT_EQ(with("net.ipv4.tcp_wmem", 32), "");
  EXPECT_EQ(with("net.ipv4.tcp_wmem", 31), "forbidden sysctls (net.ipv4.tcp_wmem)");
  EXPECT_EQ(with("net.ipv4.tcp_notsent_lowat", std::nullopt), "forbidden sysctls (net.ipv4.tcp_notsent_lowat)");
  EXPECT_EQ(with("net.ipv4.tcp_notsent_lowat", 37), "");
  pod.security->sysctls = {{"vm.max_map_count", "9"}, {"kernel/shm_rmid_forced", "1"}, {"vm.max_map_count", "9"}};
  EXPECT_EQ(baseline(pod), "forbidden sysctls (vm.max_map_count, kernel/shm_rmid_forced, vm.max_map_count)");
}

TEST(Baseline, WindowsHostProcess) {
  Pod pod = strict();
  pod.security->windows = WindowsOptions{.host_process = true};
  EXPECT_EQ(baseline(pod), "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)");
  own(pod).windows = WindowsOptions{.host_process = true};
  of_init(pod).windows = WindowsOptions{.host_process = false};
  EXPECT_EQ(baseline(pod),
            "hostProcess (pod and container \"fold\" must not set securityContext.windowsOptions.hostProcess=true)");
}

TEST(Baseline, SeccompFieldsSince19AndAnnotationsBefore) {
  Pod pod = strict();
  pod.security->seccomp = Profile{.type = "Unconfined"};
  own(pod).seccomp = Profile{.type = "Localhost", .localhost = "rdma.json"};
  pod.annotations = {{"seccomp.security.alpha.kubernetes.io/pod", "unconfined"},
                     {"container.seccomp.security.alpha.kubernetes.io/fold", "localhost/rdma.json"},
                     {"container.seccomp.security.alpha.kubernetes.io/nobody", "unconfined"}};
  EXPECT_EQ(baseline(pod), "seccompProfile (pod must not set securityContext.seccompProfile.type to \"Unconfined\")");
  EXPECT_EQ(baseline(pod, {19}), baseline(pod));
  EXPECT_EQ(baseline(pod, {18}),
            "seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod=\"unconfined\")");
  pod.annotations["container.seccomp.security.alpha.kubernetes.io/fetch"] = "";
  EXPECT_EQ(baseline(pod, {18}),
            "seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/fetch=\"\", "
            "seccomp.security.alpha.kubernetes.io/pod=\"unconfined\")");
  pod.security->seccomp.reset();
  EXPECT_EQ(baseline(pod), "");
}

TEST(Baseline, AppArmorFields) {
  Pod pod = strict();
  pod.security->app_armor = Profile{.type = "Localhost", .localhost = "rdma"};
  EXPECT_EQ(baseline(pod), "");
  own(pod).app_armor = Profile{.type = "Unconfined"};
  EXPECT_EQ(baseline(pod),
            "forbidden AppArmor profile (container \"fold\" must not set AppArmor profile type to \"Unconfined\")");
}

// The server copies the annotation into the field before Pod Security looks, so that both are named.
TEST(Baseline, AppArmorAnnotationIsNamedTwice) {
  Pod pod = strict();
  pod.annotations = {{"container.apparmor.security.beta.kubernetes.io/fold", "unconfined"}};
  EXPECT_EQ(baseline(pod),
            "forbidden AppArmor profiles (container \"fold\" and annotation must not set AppArmor profile type to "
            "\"Unconfined\", \"container.apparmor.security.beta.kubernetes.io/fold=\"unconfined\"\")");
  pod.annotations = {{"container.apparmor.security.beta.kubernetes.io/fold", "runtime/default"}};
  EXPECT_EQ(baseline(pod), "");
}

TEST(Baseline, ChecksAreNamedInTheServersOrder) {
  Pod pod = strict();
  pod.host_pid = true;
  pod.security->sysctls = {{"vm.swappiness", "0"}};
  pod.security->se_linux = SeLinuxOptions{.type = "spc_t"};
  pod.security->seccomp = Profile{.type = "Unconfined"};
  own(pod).privileged = true;
  own(pod).app_armor = Profile{.type = "Unconfined"};
  std::vector<std::string> ids;
  for (const Violation& violation : violations(pod, Level::baseline, {})) ids.push_back(violation.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"appArmorProfile", "hostNamespaces", "privileged", "seLinuxOptions",
                                           "seccompProfile_baseline", "sysctls"}));
}

}  // namespace
}  // namespace railhead::manifest::psa
