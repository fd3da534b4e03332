#include <gtest/gtest.h>

#include "tests/unit/manifest/psa/pods.h"

namespace railhead::manifest::psa {
namespace {

using test::baseline;
using test::of_init;
using test::own;
using test::restricted;
using test::strict;

const std::string kEscalation =
    "allowPrivilegeEscalation != false (container \"fold\" must set securityContext.allowPrivilegeEscalation=false)";

TEST(Restricted, PrivilegeEscalation) {
  Pod pod = strict();
  own(pod).privilege_escalation.reset();
  EXPECT_EQ(restricted(pod), kEscalation);
  own(pod).privilege_escalation = true;
  EXPECT_EQ(restricted(pod), kEscalation);
  EXPECT_EQ(restricted(pod, {8}), kEscalation);
  EXPECT_EQ(restricted(pod, {7}), "");
  EXPECT_EQ(baseline(pod), "");
}

TEST(Restricted, WindowsPodsAreExemptSince25) {
  const Pod pod{
      .name = "fold-w", .os = "windows", .security = PodSecurity{.run_as_non_root = true}, .containers = {{.name = "fold"}}};
  EXPECT_EQ(restricted(pod), "");
  EXPECT_EQ(restricted(pod, {25}), "");
  EXPECT_EQ(violations(pod, Level::restricted, {24}).size(), 3U);
  Pod of_linux = pod;
  of_linux.os = "linux";
  EXPECT_EQ(violations(of_linux, Level::restricted, {}).size(), 3U);
}

TEST(Restricted, CapabilitiesMustBeDroppedByEachContainer) {
  Pod pod = strict();
  own(pod).capabilities = Capabilities{.add = {"NET_BIND_SERVICE"}, .drop = {"all", "CAP_ALL"}};
  EXPECT_EQ(restricted(pod),
            "unrestricted capabilities (container \"fold\" must set securityContext.capabilities.drop=[\"ALL\"])");
  of_init(pod).capabilities->add = {"IPC_LOCK", "CHOWN"};
  const auto found = violations(pod, Level::restricted, {});
  EXPECT_EQ(details(found),
            "unrestricted capabilities (container \"fold\" must set securityContext.capabilities.drop=[\"ALL\"]; container "
            "\"fetch\" must not include \"CHOWN\", \"IPC_LOCK\" in securityContext.capabilities.add)");
  EXPECT_EQ(found.at(0).containers, (std::vector<std::string>{"fetch", "fold"}));
}

// Before 1.22 restricted asks what baseline asks.
TEST(Restricted, CapabilitiesBefore22AreThoseOfBaseline) {
  Pod pod = strict();
  own(pod).capabilities = Capabilities{.add = {"CHOWN", "IPC_LOCK"}};
  EXPECT_EQ(restricted(pod, {21}), baseline(pod));
  EXPECT_EQ(restricted(pod, {22}), restricted(pod));
  EXPECT_NE(restricted(pod), baseline(pod));
}

TEST(Restricted, VolumeTypes) {
  Pod pod = strict();
  pod.volumes = {{.name = "a", .types = {"image"}}, {.name = "b", .types = {"csi"}}, {.name = "c"}};
  EXPECT_EQ(restricted(pod), "");
  pod.volumes.push_back({.name = "verbs", .types = {"hostPath"}});
  EXPECT_EQ(restricted(pod), "restricted volume types (volume \"verbs\" uses restricted volume type \"hostPath\")");
  pod.volumes.push_back({.name = "set", .types = {"nfs"}});
  pod.volumes.push_back({.name = "more", .types = {"nfs"}});
  EXPECT_EQ(restricted(pod),
            "restricted volume types (volumes \"verbs\", \"set\", \"more\" use restricted volume types \"hostPath\", \"nfs\")");
}

TEST(Restricted, RunAsNonRoot) {
  Pod pod = strict();
  own(pod).run_as_non_root.reset();
  EXPECT_EQ(restricted(pod), "runAsNonRoot != true (pod or container \"fold\" must set securityContext.runAsNonRoot=true)");
  pod.security->run_as_non_root = true;
  EXPECT_EQ(restricted(pod), "");
  own(pod).run_as_non_root = false;
  EXPECT_EQ(restricted(pod), "runAsNonRoot != true (container \"fold\" must not set securityContext.runAsNonRoot=false)");
  pod.security->run_as_non_root = false;
  of_init(pod).run_as_non_root.reset();
  EXPECT_EQ(restricted(pod),
            "runAsNonRoot != true (pod and container \"fold\" must not set securityContext.runAsNonRoot=false)");
}

TEST(Restricted, RunAsUserSince23) {
  Pod pod = strict();
  own(pod).run_as_user = 0;
  EXPECT_EQ(restricted(pod), "runAsUser=0 (container \"fold\" must not set runAsUser=0)");
  EXPECT_EQ(restricted(pod, {22}), "");
  pod.security->run_as_user = 0;
  of_init(pod).run_as_user = 0;
  EXPECT_EQ(restricted(pod), "runAsUser=0 (pod and containers \"fetch\", \"fold\" must not set runAsUser=0)");
  own(pod).run_as_user = 4040;
  of_init(pod).run_as_user = 4040;
  EXPECT_EQ(restricted(pod, {23}), "runAsUser=0 (pod must not set runAsUser=0)");
}

TEST(Restricted, UserNamespacesMayBeRootSince35) {
  Pod pod = strict();
  pod.host_users = false;
  own(pod).run_as_user = 0;
  own(pod).run_as_non_root = false;
  EXPECT_EQ(restricted(pod), "");
  EXPECT_EQ(restricted(pod, {35}), "");
  EXPECT_EQ(violations(pod, Level::restricted, {34}).size(), 2U);
  pod.host_users = true;
  EXPECT_EQ(violations(pod, Level::restricted, {}).size(), 2U);
}

TEST(Restricted, SeccompMustBeSetSince19) {
  Pod pod = strict();
  pod.security->seccomp.reset();
  own(pod).seccomp = Profile{.type = "Localhost", .localhost = "rdma.json"};
  const std::string unset =
      "seccompProfile (pod or container \"fetch\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or "
      "\"Localhost\")";
  EXPECT_EQ(restricted(pod), unset);
  EXPECT_EQ(restricted(pod, {19}), unset);
  EXPECT_EQ(restricted(pod, {18}), "");
  own(pod).seccomp = Profile{.type = "Unconfined"};
  EXPECT_EQ(restricted(pod),
            "seccompProfile (container \"fold\" must not set securityContext.seccompProfile.type to \"Unconfined\")");
}

TEST(Restricted, EphemeralContainersCountToo) {
  Pod pod = strict();
  pod.ephemeral_containers = {{.name = "look", .security = own(pod)}};
  EXPECT_EQ(restricted(pod), "");
  pod.ephemeral_containers[0].security->privilege_escalation = true;
  EXPECT_EQ(restricted(pod),
            "allowPrivilegeEscalation != false (container \"look\" must set securityContext.allowPrivilegeEscalation=false)");
}

TEST(Restricted, BaselineComesFirstAndWhatIsReplacedIsNotNamed) {
  Pod pod = strict();
  pod.security->sysctls = {{"vm.swappiness", "0"}};
  pod.volumes = {{.name = "verbs", .types = {"hostPath"}}};
  own(pod).capabilities = Capabilities{.add = {"IPC_LOCK"}, .drop = {"ALL"}};
  own(pod).privilege_escalation = true;
  EXPECT_EQ(restricted(pod), "forbidden sysctls (vm.swappiness), " + kEscalation +
                                 ", unrestricted capabilities (container \"fold\" must not include \"IPC_LOCK\" in "
                                 "securityContext.capabilities.add), restricted volume types (volume \"verbs\" uses restricted "
                                 "volume type \"hostPath\")");
}

}  // namespace
}  // namespace railhead::manifest::psa
