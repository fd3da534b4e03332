#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint closed() { return made::constraint("closed"); }

TEST(SccHost, NamespacesOfTheHostAreNamedForThePodAndForEachContainer) {
  Pod pod = made::pod();
  pod.host_network = pod.host_pid = pod.host_ipc = true;
  pod.init_containers.push_back({.name = "stage"});
  const std::string pid = ".hostPID: Invalid value: true: Host PID is not allowed to be used";
  const std::string ipc = ".hostIPC: Invalid value: true: Host IPC is not allowed to be used";
  const std::string network = ".hostNetwork: Invalid value: true: Host network is not allowed to be used";
  Texts expected;
  for (const char* path : {".spec", ".initContainers[0]", ".containers[0]"})
    for (const std::string& text : {network, pid, ipc})
      expected.push_back(std::string("provider closed: ").append(path).append(text));
  EXPECT_EQ(made::refused(closed(), pod), expected);
  Constraint open = closed();
  open.host_network = open.host_pid = open.host_ipc = true;
  EXPECT_EQ(made::refused(open, pod), Texts{});
}

TEST(SccHost, PortsOfAllContainersAreNamedUnderEach) {
  Pod pod = made::pod();
  pod.init_containers.push_back({.name = "stage", .ports = {{.container_port = 1, .host_port = 81}}});
  pod.containers[0].ports = {{.container_port = 2}, {.container_port = 3, .host_port = 83}};
  const std::string text = ".hostPort: Invalid value: ";
  const std::string why = ": Host ports are not allowed to be used";
  EXPECT_EQ(made::refused(closed(), pod), (Texts{"provider closed: .initContainers[0].initContainers[0]" + text + "81" + why,
                                                 "provider closed: .initContainers[0].containers[0]" + text + "83" + why,
                                                 "provider closed: .containers[0].initContainers[0]" + text + "81" + why,
                                                 "provider closed: .containers[0].containers[0]" + text + "83" + why}));
  Constraint open = closed();
  open.host_ports = true;
  EXPECT_EQ(made::refused(open, pod), Texts{});
}

TEST(SccHost, UserNamespaceOfItsOwnMustBeAskedFor) {
  Constraint rule = closed();
  Pod pod = made::pod();
  EXPECT_EQ(made::refused(rule, pod), Texts{});
  rule.user_namespace = UserNamespaceLevel::require_pod;
  EXPECT_EQ(made::refused(rule, pod),
            Texts{"provider closed: .spec.hostUsers: Invalid value: null: Host Users must be set to false"});
  pod.host_users = true;
  EXPECT_EQ(made::refused(rule, pod),
            Texts{"provider closed: .spec.hostUsers: Invalid value: true: Host Users must be set to false"});
  pod.host_users = false;
  EXPECT_EQ(made::refused(rule, pod), Texts{});
}

TEST(SccHost, EphemeralContainersAreLookedAtLikeTheOthers) {
  Pod pod = made::pod();
  pod.ephemeral_containers.push_back({.name = "shell", .security = ContainerSecurity{.privileged = true}});
  EXPECT_EQ(made::refused(closed(), pod),
            Texts{"provider closed: .ephemeralContainers[0].privileged: Invalid value: true: Privileged containers are not "
                  "allowed"});
}

}  // namespace
}  // namespace railhead::manifest::scc
