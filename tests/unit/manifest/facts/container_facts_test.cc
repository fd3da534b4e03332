#include "manifest/facts/container_facts.h"

#include <gtest/gtest.h>

#include "manifest/facts/object_facts.h"
#include "manifest/facts/pod_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

facts::PodTemplate pod_in(std::string_view text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty() && parsed.documents.size() == 1) << text;
  if (parsed.documents.empty()) return {};
  std::vector<facts::ClusterObject> objects = objects_of(parsed.documents[0], {.file = "m.yaml", .numbers = {}, .cut = false});
  EXPECT_TRUE(objects.size() == 1 && objects[0].pods.size() == 1) << text;
  return objects.empty() || objects[0].pods.empty() ? facts::PodTemplate{} : objects[0].pods[0];
}

constexpr const char* kPod = R"(apiVersion: v1
kind: Pod
metadata:
  name: rank
  annotations:
    io.kubernetes.cri-o.Ulimits.memlock: "-1"
    note: any
spec:
  hostIPC: true
  resources: {limits: {memory: 1Ti}}
  containers:
  - name: main
    command: [/bin/bash, -lc]
    args:
    - |
      ulimit -l unlimited
      exec train
    envFrom: [{configMapRef: {name: nccl}}, {configMapRef: {name: other}, prefix: X_}, {secretRef: {name: keys}}]
    securityContext: {ulimits: [{name: nofile, hard: 1}, {name: memlock, soft: 1, hard: -1}]}
    resources: {requests: {rdma/hca: 1, cpu: 500m}, limits: {rdma/hca: 2}}
    volumeMounts: [{name: shm, mountPath: /dev/shm/}, {name: gone, mountPath: /data}]
  volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: 8Gi}}]
)";

TEST(ContainerFacts, RequestsAndLimitsApart) {
  const facts::PodTemplate pod = pod_in(kPod);
  ASSERT_EQ(pod.containers.size(), 1U);
  const facts::DeclaredContainer& main = pod.containers[0];
  ASSERT_EQ(main.requests.size(), 2U);
  ASSERT_EQ(main.limits.size(), 1U);
  EXPECT_EQ(main.requests[1].name + main.requests[1].text, "cpu500m");
  EXPECT_EQ(main.limits[0].text, "2");
  EXPECT_EQ(main.limits[0].source, "m.yaml:20");
  EXPECT_EQ(pod.memory_limit.value_or(""), "1Ti");
  EXPECT_TRUE(pod.host_ipc.is(true));
}

TEST(ContainerFacts, Volumes) {
  const facts::DeclaredContainer main = pod_in(kPod).containers.at(0);
  ASSERT_EQ(main.volumes.size(), 2U);
  EXPECT_EQ(main.volumes[0].inside, "/dev/shm");
  EXPECT_TRUE(main.volumes[0].empty_dir && main.volumes[0].medium.is("Memory") && main.volumes[0].size_limit.is("8Gi"));
  EXPECT_EQ(main.volumes[0].source, "m.yaml:22");
  EXPECT_FALSE(main.volumes[1].empty_dir);
  EXPECT_EQ(main.volumes[1].source, "m.yaml:21");
}

TEST(ContainerFacts, LimitsOfProcesses) {
  const facts::PodTemplate pod = pod_in(kPod);
  EXPECT_EQ(pod.containers.at(0).security.memlock.value_or(""), "-1");
  ASSERT_EQ(pod.annotations.size(), 1U);
  EXPECT_EQ(pod.annotations[0].name, "io.kubernetes.cri-o.Ulimits.memlock");
  EXPECT_EQ(pod.annotations[0].source, "m.yaml:6");
}

/// A list of limits is YAML in YAML: its lines mean something.
TEST(ContainerFacts, AnnotationsOfLimitsKeepTheirLines) {
  const std::string list(5000, '#');
  const facts::PodTemplate pod = pod_in(
      "kind: Pod\nmetadata:\n  annotations:\n    ulimits.noderesource.dev/container.a: |\n      - type: memlock\n        hard: "
      "1\n"
      "    memlock.railhead.dev/pod: \"" +
      list + "\"\nspec:\n  containers:\n  - name: a\n");
  ASSERT_EQ(pod.annotations.size(), 2U);
  EXPECT_EQ(pod.annotations[0].value, "- type: memlock\n  hard: 1\n");
  EXPECT_EQ(pod.annotations[1].value, list);
  EXPECT_TRUE(pod.misplaced_limits.empty());
}

TEST(ContainerFacts, AnnotationsOfLimitsAroundThePodTemplate) {
  const facts::PodTemplate pod = pod_in(
      "kind: CronJob\nmetadata:\n  annotations:\n    memlock.railhead.dev/pod: 1Gi\n    note: any\nspec:\n  jobTemplate:\n    "
      "metadata:\n"
      "      annotations: {memlock.railhead.dev/container.a: 2Gi}\n    spec:\n      template:\n        metadata:\n"
      "          annotations: {memlock.railhead.dev/container.a: 3Gi}\n        spec:\n          containers:\n          - name: "
      "a\n");
  ASSERT_EQ(pod.annotations.size(), 1U);
  EXPECT_EQ(pod.annotations[0].value, "3Gi");
  ASSERT_EQ(pod.misplaced_limits.size(), 2U);
  EXPECT_EQ(pod.misplaced_limits[0].value, "1Gi");
  EXPECT_EQ(pod.misplaced_limits[0].source, "m.yaml:4");
  EXPECT_EQ(pod.misplaced_limits[1].value, "2Gi");
}

TEST(ContainerFacts, ConfigMapsWithoutPrefix) {
  const facts::DeclaredContainer main = pod_in(kPod).containers.at(0);
  ASSERT_EQ(main.config_maps.size(), 1U);
  EXPECT_EQ(main.config_maps[0].text, "nccl");
}

/// The words of each command, joined with '|'.
std::string script(const std::string& lines) {
  const facts::PodTemplate pod = pod_in("kind: Pod\nspec:\n  containers:\n  - name: main\n" + lines);
  std::string text;
  for (const facts::ShellCommand& command : pod.containers.at(0).script) {
    for (const facts::ShellWord& word : command.words) text += word.text + " ";
    text.back() = '|';
  }
  return text;
}

TEST(ContainerFacts, ScriptBehindAShell) {
  EXPECT_EQ(script("    command: [/bin/bash, -lc]\n    args: ['a; b c']\n"), "/bin/bash -lc|a|b c|");
  EXPECT_EQ(script("    command: [prlimit, --memlock=1, sh, -c, 'a; b']\n"), "prlimit --memlock=1 sh -c|a|b|");
  EXPECT_EQ(script("    command: [train, 'a; b', -c]\n"), "train a; b -c|");
}

TEST(ContainerFacts, ArgsAloneAreAScriptWhereTheyHaveBlanks) {
  EXPECT_EQ(script("    args: ['a b; c']\n"), "a b|c|");
  EXPECT_EQ(script("    args: [--steps, '3']\n"), "--steps 3|");
  EXPECT_EQ(script("    image: x\n"), "");
}

TEST(ContainerFacts, InterfacesOfNetworks) {
  const auto words = attachments_of("a/rail1@fast, rail2", "m.yaml:1");
  ASSERT_EQ(words.size(), 2U);
  EXPECT_EQ(words[0].interface, "fast");
  EXPECT_EQ(words[1].interface, "");
  const auto json = attachments_of(R"([{"name": "rail1", "interface": "rdma0"}])", "m.yaml:1");
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].interface, "rdma0");
}

}  // namespace
}  // namespace railhead::manifest
