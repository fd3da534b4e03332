#include "manifest/validation/validate.h"

#include <gtest/gtest.h>

#include "manifest/validation/go_text.h"
#include "manifest/validation/prepare.h"

namespace railhead::manifest {
namespace {

Pod folding(ContainerSecurity security = {}) {
  Pod pod{.name = "fold-9", .security = PodSecurity{}};
  pod.containers = {{.name = "fold", .security = std::move(security)}};
  return pod;
}

/// The entries without "Pod "fold-9" is invalid: ".
std::string said(const Pod& pod) {
  const std::vector<Invalid> entries = invalid(pod);
  const std::string head = "Pod \"fold-9\" is invalid: ";
  const std::string text = message(pod, entries);
  EXPECT_TRUE(text.starts_with(head)) << text;
  return entries.empty() ? "" : text.substr(head.size());
}

TEST(Validate, APlainPodIsValid) { EXPECT_EQ(said(folding()), ""); }

TEST(Validate, SeveralEntriesStandInBrackets) {
  Pod pod = folding();
  pod.host_users = false;
  pod.host_network = pod.host_pid = pod.host_ipc = true;
  EXPECT_EQ(said(pod),
            "[spec.hostNetwork: Forbidden: when `hostUsers` is false, spec.HostPID: Forbidden: when `hostUsers` is false, "
            "spec.HostIPC: Forbidden: when `hostUsers` is false]");
  pod.host_users = true;
  EXPECT_EQ(said(pod), "");
}

TEST(Validate, PrivilegedNeedsEscalation) {
  ContainerSecurity security{.privileged = true, .run_as_user = 0, .privilege_escalation = false};
  security.capabilities = Capabilities{.add = {"IPC_LOCK"}};
  security.seccomp = Profile{.type = "Localhost", .localhost = "a&b.json"};
  EXPECT_EQ(said(folding(security)),
            "spec.containers[0].securityContext: Invalid value: {\"Capabilities\":{\"Add\":[\"IPC_LOCK\"],\"Drop\":null},"
            "\"Privileged\":true,\"SELinuxOptions\":null,\"WindowsOptions\":null,\"RunAsUser\":0,\"RunAsGroup\":null,"
            "\"RunAsNonRoot\":null,\"ReadOnlyRootFilesystem\":null,\"AllowPrivilegeEscalation\":false,\"ProcMount\":null,"
            "\"SeccompProfile\":{\"Type\":\"Localhost\",\"LocalhostProfile\":\"a\\u0026b.json\"},\"AppArmorProfile\":null}: "
            "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  security.privilege_escalation = true;
  EXPECT_EQ(said(folding(security)), "");
  security.privilege_escalation = false;
  security.privileged = false;
  EXPECT_EQ(said(folding(security)), "");
}

TEST(Validate, SysAdminWithItsPrefixNeedsEscalation) {
  ContainerSecurity security{.privilege_escalation = false};
  security.capabilities = Capabilities{.add = {"SYS_ADMIN"}};
  EXPECT_EQ(said(folding(security)), "");
  security.capabilities->add = {"CAP_SYS_ADMIN", "CAP_SYS_ADMIN"};
  security.se_linux = SeLinuxOptions{.level = "s0"};
  security.windows = WindowsOptions{.user_name = "fold"};
  EXPECT_EQ(
      said(folding(security)),
      "spec.containers[0].securityContext: Invalid value: {\"Capabilities\":{\"Add\":[\"CAP_SYS_ADMIN\","
      "\"CAP_SYS_ADMIN\"],\"Drop\":null},\"Privileged\":null,\"SELinuxOptions\":{\"User\":\"\",\"Role\":\"\",\"Type\":\"\","
      "\"Level\":\"s0\"},\"WindowsOptions\":{\"GMSACredentialSpecName\":null,\"GMSACredentialSpec\":null,"
      "\"RunAsUserName\":\"fold\",\"HostProcess\":null},\"RunAsUser\":null,\"RunAsGroup\":null,\"RunAsNonRoot\":null,"
      "\"ReadOnlyRootFilesystem\":null,\"AllowPrivilegeEscalation\":false,\"ProcMount\":null,\"SeccompProfile\":null,"
      "\"AppArmorProfile\":null}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
}

TEST(Validate, UnmaskedProcNeedsAUserNamespace) {
  Pod pod = folding({.proc_mount = "Unmasked"});
  EXPECT_EQ(said(pod),
            "spec.containers[0].securityContext.procMount: Invalid value: \"Unmasked\": `hostUsers` must be false to use "
            "`Unmasked`");
  pod.host_users = false;
  EXPECT_EQ(said(pod), "");
  EXPECT_EQ(said(folding({.proc_mount = "unmasked"})),
            "spec.containers[0].securityContext.procMount: Unsupported value: \"unmasked\": supported values: \"Default\", "
            "\"Unmasked\"");
}

TEST(Validate, IdsAreBounded) {
  Pod pod = folding({.run_as_user = -1, .run_as_group = 2147483647});
  pod.security->supplemental_groups = {7, 2147483648};
  pod.security->fs_group = 0;
  EXPECT_EQ(said(pod),
            "[spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive, "
            "spec.securityContext.supplementalGroups[1]: Invalid value: 2147483648: must be between 0 and 2147483647, "
            "inclusive]");
}

TEST(Validate, ContainersComeBeforeInitContainers) {
  Pod pod = folding({.run_as_user = -5});
  pod.init_containers = {{.name = "fetch", .security = ContainerSecurity{.run_as_group = -6}}};
  EXPECT_EQ(said(pod),
            "[spec.containers[0].securityContext.runAsUser: Invalid value: -5: must be between 0 and 2147483647, inclusive, "
            "spec.initContainers[0].securityContext.runAsGroup: Invalid value: -6: must be between 0 and 2147483647, "
            "inclusive]");
}

TEST(Validate, SysctlsOfANamespaceThatIsTheHosts) {
  Pod pod = folding();
  pod.security->sysctls = {{"net.core.rmem_max", "9"}, {"kernel.shmmax", "9"}, {"kernel.sem", "9"}, {"kernel.semx", "9"}};
  EXPECT_EQ(said(pod), "");
  pod.host_network = true;
  EXPECT_EQ(
      said(pod),
      "spec.securityContext.sysctls[0].name: Invalid value: \"net.core.rmem_max\": may not be specified when 'hostNetwork' "
      "is true");
  pod.host_network = false;
  pod.host_ipc = true;
  EXPECT_EQ(said(pod),
            "[spec.securityContext.sysctls[1].name: Invalid value: \"kernel.shmmax\": may not be specified when 'hostIPC' is "
            "true, spec.securityContext.sysctls[2].name: Invalid value: \"kernel.sem\": may not be specified when 'hostIPC' is "
            "true]");
  pod.security->sysctls = {{"fs/mqueue/msg_max", "9"}};
  EXPECT_EQ(
      said(pod),
      "spec.securityContext.sysctls[0].name: Invalid value: \"fs/mqueue/msg_max\": may not be specified when 'hostIPC' is "
      "true");
}

TEST(Validate, NamesOfSysctls) {
  Pod pod = folding();
  pod.security->sysctls = {{"vm.a", "1"}, {"vm.a", "1"}, {"", "1"}, {"vm/c", "1"}, {"vm.c_d", "1"}};
  EXPECT_EQ(said(pod),
            "[spec.securityContext.sysctls[1].name: Duplicate value: \"vm.a\", spec.securityContext.sysctls[2].name: Required "
            "value]");
  for (const char* name : {"vm..b", "vm//b", "VM.b", "vm.", "-vm", "vm.b_"}) {
    pod.security->sysctls = {{name, "1"}};
    EXPECT_EQ(said(pod), std::string("spec.securityContext.sysctls[0].name: Invalid value: \"") + name +
                             "\": must have at most 253 characters and match regex "
                             "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
  }
  pod.security->sysctls = {{std::string(254, 'a'), "1"}};
  EXPECT_NE(said(pod), "");
}

TEST(Validate, PoliciesOfThePod) {
  Pod pod = folding();
  pod.security->se_linux_change_policy = "MountOption";
  pod.security->fs_group_change_policy = "Never";
  pod.security->supplemental_groups_policy = "None";
  EXPECT_EQ(said(pod),
            "[spec.securityContext.fsGroupChangePolicy: Unsupported value: \"Never\": supported values: \"Always\", "
            "\"OnRootMismatch\", spec.securityContext.supplementalGroupsPolicy: Unsupported value: \"None\": supported values: "
            "\"Merge\", \"Strict\", spec.securityContext.seLinuxChangePolicy: Unsupported value: \"MountOption\": supported "
            "values: \"Recursive\"]");
}

TEST(Validate, SharedProcessesAndHostProcesses) {
  Pod pod = folding();
  pod.share_process_namespace = true;
  EXPECT_EQ(said(pod), "");
  pod.host_pid = true;
  pod.security.reset();
  EXPECT_EQ(said(pod),
            "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be "
            "enabled");
}

TEST(Validate, EphemeralContainersOnlyLater) {
  Pod pod = folding();
  pod.ephemeral_containers = {{.name = "look"}};
  EXPECT_EQ(said(pod), "spec.ephemeralContainers: Forbidden: cannot be set on create");
}

TEST(Validate, HostPortsAreContainerPortsOnTheHostsNetwork) {
  Pod pod = folding();
  pod.containers[0].ports = {{.container_port = 80, .host_port = 81}};
  EXPECT_EQ(said(pod), "");
  pod.host_network = true;
  EXPECT_EQ(said(pod),
            "spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true");
}

TEST(Validate, PortsHaveSixteenBits) {
  Pod pod = folding({.run_as_user = -1});
  pod.containers[0].ports = {{.container_port = 65535, .host_port = 65536}, {.container_port = -3}, {}};
  EXPECT_EQ(said(pod),
            "[spec.containers[0].ports[0].hostPort: Invalid value: 65536: must be between 1 and 65535, inclusive, "
            "spec.containers[0].ports[1].containerPort: Invalid value: -3: must be between 1 and 65535, inclusive, "
            "spec.containers[0].ports[2].containerPort: Required value, spec.containers[0].securityContext.runAsUser: Invalid "
            "value: -1: must be between 0 and 2147483647, inclusive]");
}

TEST(Validate, SeccompProfiles) {
  Pod pod = folding({.seccomp = Profile{.type = "Localhost", .localhost = "/a/../b"}});
  EXPECT_EQ(
      said(pod),
      "[spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: \"/a/../b\": must be a relative "
      "path, spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: \"/a/../b\": must not "
      "contain '..']");
  pod = folding();
  pod.security->seccomp = Profile{.type = "Unconfined", .localhost = "a"};
  EXPECT_EQ(said(pod),
            "spec.securityContext.seccompProfile.localhostProfile: Invalid value: {\"Type\":\"Unconfined\","
            "\"LocalhostProfile\":\"a\"}: can only be set when seccomp type is Localhost");
  pod.security->seccomp = Profile{.type = ""};
  EXPECT_EQ(said(pod), "spec.securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set");
  pod.security->seccomp = Profile{.type = "runtime/default"};
  EXPECT_EQ(
      said(pod),
      "spec.securityContext.seccompProfile.type: Unsupported value: \"runtime/default\": supported values: \"Localhost\", "
      "\"RuntimeDefault\", \"Unconfined\"");
}

TEST(Validate, AppArmorProfiles) {
  Pod pod = folding({.app_armor = Profile{.type = "Localhost", .localhost = " rdma"}});
  EXPECT_EQ(said(pod),
            "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: \" rdma\": must not be padded "
            "with whitespace");
  pod.containers[0].security->app_armor = Profile{.type = "Localhost"};
  EXPECT_EQ(
      said(pod),
      "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type "
      "is Localhost");
}

TEST(Validate, AnnotationsOfProfiles) {
  Pod pod = folding({.app_armor = Profile{.type = "RuntimeDefault"}});
  pod.security->seccomp = Profile{.type = "RuntimeDefault"};
  pod.annotations = {{"seccomp.security.alpha.kubernetes.io/pod", "docker/default"},
                     {"container.apparmor.security.beta.kubernetes.io/fold", "runtime/default"}};
  EXPECT_EQ(said(pod), "");
  pod.annotations = {{"seccomp.security.alpha.kubernetes.io/pod", "unconfined"},
                     {"container.seccomp.security.alpha.kubernetes.io/fold", "none"},
                     {"container.apparmor.security.beta.kubernetes.io/fold", "localhost/x"},
                     {"container.apparmor.security.beta.kubernetes.io/gone", "open"}};
  EXPECT_EQ(
      said(pod),
      "[metadata.annotations.container.seccomp.security.alpha.kubernetes.io/fold: Invalid value: \"none\": must be a valid "
      "seccomp profile, metadata.annotations[container.apparmor.security.beta.kubernetes.io/gone]: Invalid value: "
      "\"gone\": container not found, metadata.annotations[container.apparmor.security.beta.kubernetes.io/gone]: Invalid "
      "value: \"open\": invalid AppArmor profile name: \"open\", spec.securityContext.seccompProfile.type: Forbidden: "
      "seccomp type in annotation and field must match, spec.containers[0].securityContext.appArmorProfile.type: "
      "Forbidden: apparmor type in annotation and field must match]");
}

TEST(Validate, WindowsPodsHaveNoFieldsOfLinux) {
  Pod pod = folding({.capabilities = Capabilities{.drop = {"ALL"}}, .privilege_escalation = true});
  pod.os = "windows";
  pod.security->fs_group = 5;
  pod.host_users = true;
  EXPECT_EQ(
      said(pod),
      "[spec.hostUsers: Forbidden: cannot be set for a windows pod, spec.securityContext.fsGroup: Forbidden: cannot be set "
      "for a windows pod, spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod, "
      "spec.containers[0].securityContext.allowPrivilegeEscalation: Forbidden: cannot be set for a windows pod]");
  pod = folding({.windows = WindowsOptions{}});
  EXPECT_EQ(said(pod), "");
  pod.os = "linux";
  EXPECT_EQ(said(pod),
            "spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod");
  pod.os = "plan9";
  EXPECT_EQ(said(pod), "spec.os: Unsupported value: \"plan9\": supported values: \"linux\", \"windows\"");
}

TEST(Validate, HostProcessContainers) {
  Pod pod = folding({.windows = WindowsOptions{.host_process = false}});
  pod.security->windows = WindowsOptions{.host_process = true};
  pod.containers.push_back({.name = "beside"});
  EXPECT_EQ(
      said(pod),
      "[spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be "
      "identical if both are specified, was true, spec: Invalid value: \"\": If pod contains any hostProcess containers "
      "then all containers must be HostProcess containers, spec.hostNetwork: Invalid value: false: hostNetwork must be "
      "true if pod contains any hostProcess containers]");
  pod.containers[0].security->windows->host_process = true;
  pod.host_network = true;
  EXPECT_EQ(said(pod), "");
}

TEST(Validate, NamesOfWindowsUsers) {
  const auto named = [](const std::string& name) {
    Pod pod = folding();
    pod.security->windows = WindowsOptions{.user_name = name};
    const std::string text = said(pod);
    const std::string head = "spec.securityContext.windowsOptions.runAsUserName: Invalid value: ";
    return text.starts_with(head) ? text.substr(head.size()) : text;
  };
  EXPECT_EQ(named("NT AUTHORITY\\SYSTEM"), "");
  EXPECT_EQ(named("fold.example\\learner"), "");
  EXPECT_EQ(named(""), "\"\": runAsUserName cannot be an empty string");
  EXPECT_EQ(named("a\\b\\c"), "\"a\\\\b\\\\c\": runAsUserName cannot contain more than one backslash");
  EXPECT_EQ(named("a\tb"), "\"a\\tb\": runAsUserName cannot contain control characters");
  EXPECT_EQ(named(". ."), "\". .\": runAsUserName's User cannot contain only periods or spaces");
  EXPECT_EQ(named("*\\learner"), "\"*\\\\learner\": runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  EXPECT_EQ(named("a@b"), "\"a@b\": runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  EXPECT_EQ(named("\\"),
            "[spec.securityContext.windowsOptions.runAsUserName: Invalid value: \"\\\\\": runAsUserName's Domain doesn't match "
            "the NetBios nor the DNS format, spec.securityContext.windowsOptions.runAsUserName: Invalid value: \"\\\\\": "
            "runAsUserName's User cannot be empty]")
      << "several entries keep their paths";
}

TEST(Prepared, AnnotationsOfAppArmorBecomeFields) {
  Pod pod = folding();
  EXPECT_FALSE(prepared(pod));
  const std::string key = "container.apparmor.security.beta.kubernetes.io/fold";
  pod.annotations = {{key, "localhost/rdma"}};
  ASSERT_TRUE(prepared(pod));
  EXPECT_EQ(prepared(pod)->containers[0].security->app_armor, (Profile{.type = "Localhost", .localhost = "rdma"}));
  pod.annotations = {{key, "localhost/ rdma"}};
  EXPECT_FALSE(prepared(pod)) << "not a valid profile";
  pod.annotations = {{key, "runtime/default"}};
  pod.security->app_armor = Profile{.type = "RuntimeDefault"};
  EXPECT_FALSE(prepared(pod)) << "the pod says so already";
  pod.security->app_armor = Profile{.type = "Unconfined"};
  EXPECT_TRUE(prepared(pod));
  pod.containers[0].security->app_armor = Profile{.type = "Unconfined"};
  EXPECT_FALSE(prepared(pod)) << "a field is kept";
  pod.containers[0].security.reset();
  pod.os = "windows";
  EXPECT_FALSE(prepared(pod));
}

TEST(GoText, QuotedAsGoDoes) {
  EXPECT_EQ(go_quoted("a\"b\\c\n\x01\x7f"), "\"a\\\"b\\\\c\\n\\x01\\x7f\"");
  EXPECT_EQ(go_quoted("straße\xff"), "\"straße\\xff\"");
  EXPECT_EQ(json_quoted("<a>&\x01\xff"), "\"\\u003ca\\u003e\\u0026\\u0001\\ufffd\"");
}

}  // namespace
}  // namespace railhead::manifest
