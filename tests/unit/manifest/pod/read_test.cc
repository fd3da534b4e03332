#include "manifest/pod/read.h"

#include <gtest/gtest.h>

#include "manifest/pod/defaults.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

base::Result<Pod> read(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << (parsed.errors.empty() ? "" : parsed.errors[0].message);
  if (parsed.documents.empty()) return Pod{};
  const Value object(parsed.documents[0]);
  return read_pod(object["metadata"], object["spec"], {.file = "pod.yaml"});
}

std::string error_of(const std::string& spec) {
  const auto pod = read("spec:\n  " + spec + "\n");
  return pod ? "" : pod.error().message;
}

TEST(ReadPod, TypesAreThoseOfTheApi) {
  EXPECT_EQ(error_of("securityContext: {runAsUser: \"4711\"}"),
            "pod.yaml:2: spec.securityContext.runAsUser: expected a whole number, found the text \"4711\"");
  EXPECT_EQ(error_of("hostPID: \"yes\""), "pod.yaml:2: spec.hostPID: expected true or false, found the text \"yes\"");
  EXPECT_EQ(error_of("hostPID: 1"), "pod.yaml:2: spec.hostPID: expected true or false, found the number 1");
  EXPECT_EQ(error_of("serviceAccountName: 007"), "pod.yaml:2: spec.serviceAccountName: expected text, found the number 007");
  EXPECT_EQ(error_of("serviceAccountName: on"), "pod.yaml:2: spec.serviceAccountName: expected text, found the boolean on");
  EXPECT_EQ(error_of("containers: {name: a}"), "pod.yaml:2: spec.containers: expected a list, found a mapping");
  EXPECT_EQ(error_of("containers: [{securityContext: [privileged]}]"),
            "pod.yaml:2: spec.containers[0].securityContext: expected a mapping, found a list");
  EXPECT_EQ(error_of("containers: [{securityContext: {capabilities: {add: [IPC_LOCK, [ALL]]}}}]"),
            "pod.yaml:2: spec.containers[0].securityContext.capabilities.add: expected text in each entry, found a list");
}

TEST(ReadPod, NumbersAndBooleansAreThoseOfYaml11) {
  const auto pod = read(
      "spec:\n  hostIPC: Yes\n  hostUsers: off\n  securityContext: {runAsUser: 0x10, runAsGroup: 010, fsGroup: 1_000, "
      "supplementalGroups: [-5, +6]}\n");
  ASSERT_TRUE(pod) << pod.error().message;
  EXPECT_TRUE(pod->host_ipc);
  EXPECT_EQ(pod->host_users, false);
  EXPECT_EQ(pod->security->run_as_user, 16);
  EXPECT_EQ(pod->security->run_as_group, 8);
  EXPECT_EQ(pod->security->fs_group, 1000);
  EXPECT_EQ(pod->security->supplemental_groups, (std::vector<std::int64_t>{-5, 6}));
}

TEST(ReadPod, NullIsAbsentAndEmptyIsThere) {
  const auto pod = read("spec:\n  hostUsers: null\n  securityContext: {seLinuxOptions: {}, supplementalGroups: []}\n");
  ASSERT_TRUE(pod) << pod.error().message;
  EXPECT_FALSE(pod->host_users);
  EXPECT_TRUE(pod->security->se_linux);
  EXPECT_TRUE(pod->security->supplemental_groups);
  EXPECT_FALSE(pod->security->fs_group);
  EXPECT_FALSE(read("spec:\n  securityContext:\n")->security);
}

TEST(ReadPod, UnknownFieldsOfSecurityContextsAreNoted) {
  const auto pod = read("spec:\n  containers:\n  - name: a\n    securityContext:\n      runAsuser: 5\n");
  ASSERT_TRUE(pod);
  EXPECT_EQ(pod->unknown_fields, std::vector<std::string>{"pod.yaml:5: spec.containers[0].securityContext.runAsuser"});
}

TEST(ReadPod, ManyEntriesThroughAliasesAreRefused) {
  std::string text = "spec:\n  containers:\n  - &c {name: a, ports: [";
  for (int port = 1; port <= 200; ++port) text += "{containerPort: " + std::to_string(port) + "},";
  text += "]}\n";
  for (int more = 0; more < 1000; ++more) text += "  - *c\n";
  const auto pod = read(text);
  ASSERT_FALSE(pod);
  EXPECT_NE(pod.error().message.find("more than 65536 entries in all"), std::string::npos) << pod.error().message;
}

TEST(ReadPod, AnchorInsideItselfEnds) {
  const auto pod = read("spec: &s\n  containers:\n  - name: a\n    securityContext: *s\n");
  EXPECT_TRUE(pod) << pod.error().message;
}

TEST(Defaults, HostNetworkGivesEachPortAHostPort) {
  auto pod = read("spec: {hostNetwork: true, containers: [{name: a, ports: [{containerPort: 29400}]}]}\n");
  ASSERT_TRUE(pod);
  EXPECT_EQ(defaulted(*pod, {}).containers[0].ports[0].host_port, 29400);
  pod->host_network = false;
  EXPECT_EQ(defaulted(*pod, {}).containers[0].ports[0].host_port, 0);
}

TEST(Defaults, TokenIsTheLastVolumeUnlessItIsNotWanted) {
  const auto pod = read("spec: {volumes: [{name: shm, emptyDir: {medium: Memory}}, {name: v}], containers: [{name: a}]}\n");
  ASSERT_TRUE(pod);
  const Pod with = defaulted(*pod, {});
  ASSERT_EQ(with.volumes.size(), 3U);
  EXPECT_EQ(with.volumes[1].types, std::vector<std::string>{"emptyDir"});
  EXPECT_EQ(with.volumes[2].types, std::vector<std::string>{"projected"});
  EXPECT_EQ(with.service_account, "default");
  EXPECT_EQ(defaulted(*pod, false).volumes.size(), 2U);
  Pod own = *pod;
  own.automount_token = true;
  EXPECT_EQ(defaulted(own, false).volumes.size(), 3U);
  own.containers[0].mount_paths = {"/var/run/secrets/kubernetes.io/serviceaccount"};
  EXPECT_EQ(defaulted(own, {}).volumes.size(), 2U);
}

}  // namespace
}  // namespace railhead::manifest
