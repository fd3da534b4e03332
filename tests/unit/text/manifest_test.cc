// Manifests among other lines: where they begin and end, and what is made of a paste that is not whole.
#include <gtest/gtest.h>

#include "facts/cluster/cluster.h"
#include "text/case.h"

namespace railhead::text {
namespace {

Case read(std::string_view text) {
  CaseReader reader;
  reader.begin("paste");
  reader.take(text);
  reader.end();
  return reader.finish();
}

bool is_manifest(const Case& result) {
  const std::vector<std::string>& kinds = result.inputs[0].kinds;
  return std::ranges::find(kinds, "manifest") != kinds.end();
}

constexpr const char* kPod =
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: i\n"
    "    env:\n    - name: NCCL_DEBUG\n      value: INFO\n";

TEST(Manifest, LeavesItsVariablesToTheMachineAsWell) {
  const Case result = read(kPod);
  EXPECT_TRUE(is_manifest(result));
  EXPECT_EQ(result.inputs[0].unrecognised, 0U);
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  ASSERT_EQ(result.cluster.objects[0].pods[0].containers[0].environment.size(), 1U);
  const auto& variables = result.machines[0].environment.variables;
  ASSERT_TRUE(variables.has());
  EXPECT_EQ(variables->at(0).source, "paste:11");
}

TEST(Manifest, StandsAmongProse) {
  const Case result =
      read("My pod does not see the device, this is it\n\n```yaml\n" + std::string(kPod) + "```\nWhat is wrong here?\n");
  EXPECT_TRUE(is_manifest(result));
  EXPECT_EQ(result.cluster.objects.at(0).source, "paste:4");
  EXPECT_EQ(result.inputs[0].unrecognised, 2U);
  EXPECT_EQ(result.inputs[0].first_unrecognised, 1U);
}

TEST(Manifest, StandsBehindACommandAndIsQuoted) {
  const Case result = read("> $ cat pod.yaml\n> apiVersion: v1\n> kind: Pod\n> metadata:\n>   name: quoted\n> spec: {}\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  EXPECT_EQ(result.cluster.objects[0].name, "quoted");
}

TEST(Manifest, MayBeIndented) {
  const Case result =
      read("    kind: Pod\n    metadata:\n      name: in\n    spec:\n      containers:\n      - name: c\n        image: i\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  EXPECT_EQ(result.cluster.objects[0].name, "in");
}

TEST(Manifest, ABrokenDocumentHidesNoOther) {
  const Case result = read("kind: Pod\nmetadata: [\n---\nkind: Service\nmetadata:\n  name: s\n");
  ASSERT_FALSE(result.cluster.objects.empty());
  EXPECT_EQ(result.cluster.objects.back().name, "s");
}

TEST(Manifest, WhatStandsBeforeABreakIsReadAndNotWhole) {
  const Case result = read("kind: Pod\nspec:\n  containers:\n  - name: c\n    image: i\n  volumes: [\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  EXPECT_FALSE(result.cluster.objects[0].pods.at(0).whole);
  EXPECT_FALSE(result.cluster.objects[0].pods.at(0).annotated);
}

TEST(Manifest, DotsMeanThatLinesAreMissing) {
  const Case result =
      read("kind: Pod\nspec:\n  containers:\n  - name: c\n    image: i\n    ...\n    resources: {limits: {a/b: 1}}\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  EXPECT_FALSE(result.cluster.objects[0].pods.at(0).whole);
  EXPECT_EQ(result.cluster.objects[0].pods.at(0).containers.at(0).resources.at(0).source, "paste:7");
}

TEST(Manifest, ReadsJsonWithTabsAndWhatFollows) {
  const Case result =
      read("{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"Pod\",\n\t\"metadata\": {\"name\": \"j\"}\n}\nThat was all\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  EXPECT_EQ(result.cluster.objects[0].name, "j");
  EXPECT_EQ(result.inputs[0].unrecognised, 1U);
}

TEST(Manifest, OtherYamlIsNotRecognised) {
  const Case result = read("epochs: 3\nlearning_rate: 0.1\nresources:\n  cache: /tmp\n");
  EXPECT_FALSE(is_manifest(result));
  EXPECT_EQ(result.inputs[0].unrecognised, 4U);
  EXPECT_EQ(result.inputs[0].first_unrecognised, 1U);
}

TEST(Manifest, TextOfAScriptBelongsToIt) {
  const Case result = read("kind: ConfigMap\nmetadata:\n  name: m\ndata:\n  run.sh: |\n    #!/bin/sh\n    echo hello there\n");
  EXPECT_TRUE(is_manifest(result));
  EXPECT_EQ(result.inputs[0].unrecognised, 0U);
}

TEST(Manifest, ReadsContainersOfCommands) {
  const Case result = read(
      "$ sudo docker run -it --rm -v /dev/infiniband:/dev/infiniband \\\n    --cap-add=CAP_IPC_LOCK -u 1000:1000 \\\n"
      "    -e NCCL_DEBUG=INFO --ulimit memlock=-1:-1 registry.example/i:1 bash -c 'ibv_devinfo -d x'\n");
  ASSERT_EQ(result.cluster.objects.size(), 1U);
  const facts::ClusterObject& object = result.cluster.objects[0];
  EXPECT_EQ(object.kind, "docker run");
  const facts::ClusterObject::Run& run = object.runs.at(0);
  EXPECT_EQ(run.container.image, "registry.example/i:1");
  EXPECT_EQ(run.container.mounts.at(0).outside, "/dev/infiniband");
  EXPECT_EQ(run.container.security.capabilities.at(0).text, "IPC_LOCK");
  EXPECT_EQ(run.container.security.capabilities.at(0).source, "paste:2");
  EXPECT_EQ(run.container.security.user.value_or(0), 1000);
  EXPECT_EQ(run.memlock.value_or(""), "-1");
  EXPECT_EQ(run.container.command.size(), 3U);
  EXPECT_TRUE(run.container.whole);
  EXPECT_TRUE(result.machines[0].environment.variables.has());
}

}  // namespace
}  // namespace railhead::text
