#include "manifest/facts/object_facts.h"
#include "facts/cluster/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "manifest/facts/pod_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

std::vector<facts::ClusterObject> objects_in(std::string_view text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  Origin origin{.file = "m.yaml", .numbers = {}, .cut = false};
  for (std::uint64_t i = 1; i <= static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1; ++i)
    origin.numbers.push_back(i);
  std::vector<facts::ClusterObject> all;
  for (const Document& document : parsed.documents) std::ranges::move(objects_of(document, origin), std::back_inserter(all));
  return all;
}

std::vector<std::string> containers_of(std::string_view text) {
  std::vector<std::string> names;
  for (const facts::ClusterObject& object : objects_in(text))
    for (const facts::PodTemplate& pod : object.pods)
      for (const facts::DeclaredContainer& container : pod.containers) names.push_back(pod.owner + " " + container.name);
  return names;
}

/// A pod's spec with one container, on one line.
std::string spec(const std::string& name) { return "{spec: {containers: [{name: " + name + ", image: i}]}}"; }

TEST(ObjectFacts, FindsThePodTemplateOfEachKind) {
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"Deployment", "spec: {template: " + spec("c") + "}"},
      {"CronJob", "spec: {jobTemplate: {spec: {template: " + spec("c") + "}}}"},
      {"JobSet", "spec: {replicatedJobs: [{name: w, template: {spec: {template: " + spec("c") + "}}}]}"},
      {"PyTorchJob", "spec: {pytorchReplicaSpecs: {Worker: {replicas: 2, template: " + spec("c") + "}}}"},
      {"MPIJob", "spec: {mpiReplicaSpecs: {Worker: {template: " + spec("c") + "}}}"},
      {"LeaderWorkerSet", "spec: {leaderWorkerTemplate: {size: 2, workerTemplate: " + spec("c") + "}}"},
      {"RayCluster", "spec: {workerGroupSpecs: [{replicas: 2, template: " + spec("c") + "}]}"},
      {"RayJob", "spec: {rayClusterSpec: {headGroupSpec: {template: " + spec("c") + "}}}"},
      {"Job", "spec: {tasks: [{replicas: 2, template: " + spec("c") + "}]}"},
      {"SomethingNew", "spec: {roles: {a: {podTemplate: " + spec("c") + "}}}"},
  };
  for (const auto& [kind, body] : kinds) {
    const auto names = containers_of("apiVersion: v1\nkind: " + kind + "\nmetadata: {name: x}\n" + body + "\n");
    ASSERT_EQ(names.size(), 1U) << kind;
    EXPECT_TRUE(names[0].starts_with(kind + "/x") && names[0].ends_with(" c")) << names[0];
  }
}

TEST(ObjectFacts, ReadsPodsListsAndFragments) {
  EXPECT_EQ(containers_of("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"),
            std::vector<std::string>{"Pod/p c"});
  const std::string item = "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}";
  EXPECT_EQ(containers_of("kind: List\nitems: [" + item + "," + item + "]\n").size(), 2U);
  EXPECT_EQ(containers_of("containers:\n- name: c\n  image: i\n"), std::vector<std::string>{"pod template c"});
  EXPECT_EQ(containers_of("- name: c\n  image: i\n  securityContext: {privileged: true}\n"), std::vector<std::string>{"pod c"});
}

TEST(ObjectFacts, ReadsTheTrainerOfATrainJob) {
  const auto objects = objects_in(
      "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: t}\nspec:\n  trainer:\n    numNodes: 4\n"
      "    resourcesPerNode:\n      limits: {rdma/hca: 1}\n");
  ASSERT_EQ(objects.size(), 1U);
  ASSERT_EQ(objects[0].pods.size(), 1U);
  EXPECT_FALSE(objects[0].pods[0].containers[0].whole) << "the runtime says the rest";
  EXPECT_EQ(objects[0].pods[0].containers[0].resources[0].name, "rdma/hca");
  EXPECT_EQ(objects[0].pods[0].replicas.value_or(0), 4U);
}

TEST(ObjectFacts, TheUserOfAContainerIsItsOwnOrThePods) {
  const auto objects = objects_in(
      "kind: Pod\nspec:\n  securityContext: {runAsUser: 7}\n  containers:\n  - {name: a, image: i}\n"
      "  - name: b\n    image: i\n    securityContext:\n      runAsUser: 0\n");
  const std::vector<facts::DeclaredContainer>& containers = objects.at(0).pods.at(0).containers;
  EXPECT_EQ(containers[0].security.user.value_or(-1), 7);
  EXPECT_EQ(containers[0].security.user.source(), "m.yaml:3");
  EXPECT_EQ(containers[1].security.user.value_or(-1), 0);
  EXPECT_EQ(containers[1].security.user.source(), "m.yaml:9");
}

TEST(ObjectFacts, ALimitCountsBeforeARequest) {
  const auto objects = objects_in("resources:\n  requests: {rdma/hca: 1, example.com/x: 3}\n  limits: {rdma/hca: 2}\n");
  const auto& resources = objects.at(0).pods.at(0).containers.at(0).resources;
  ASSERT_EQ(resources.size(), 2U);
  EXPECT_EQ(resources[0].amount, 2U);
  EXPECT_EQ(resources[0].source, "m.yaml:3");
  EXPECT_EQ(resources[1].amount, 3U);
}

TEST(ObjectFacts, AValueThatIsNoNumberIsMalformed) {
  const auto objects = objects_in("securityContext: {runAsUser: root}\n");
  const auto& user = objects.at(0).pods.at(0).containers.at(0).security.user;
  ASSERT_FALSE(user.has());
  EXPECT_EQ(user.missing().why, facts::Why::malformed);
}

TEST(ObjectFacts, KeepsNoVariableThatIsNotOfAJob) {
  const auto objects = objects_in(
      "kind: Pod\nspec:\n  containers:\n  - name: a\n    image: i\n    env:\n    - {name: API_TOKEN, value: hush}\n"
      "    - {name: NCCL_DEBUG, value: INFO}\n");
  const auto& environment = objects.at(0).pods.at(0).containers.at(0).environment;
  ASSERT_EQ(environment.size(), 1U);
  EXPECT_EQ(environment[0].name, "NCCL_DEBUG");
}

TEST(ObjectFacts, ReadsTheConfigurationInsideADefinition) {
  const auto objects = objects_in(
      "kind: NetworkAttachmentDefinition\nmetadata:\n  name: n\nspec:\n  config: |\n    {\n      \"type\": \"macvlan\",\n"
      "      \"ipam\": {\n        \"type\": \"host-local\"\n      }\n    }\n");
  ASSERT_TRUE(objects.at(0).network);
  const facts::CniPlugin& plugin = objects[0].network->plugins.at(0);
  EXPECT_EQ(plugin.type.value_or(""), "macvlan");
  EXPECT_EQ(plugin.type.source(), "m.yaml:7");
  EXPECT_EQ(plugin.ipam_type.source(), "m.yaml:9");
}

TEST(ObjectFacts, ADefinitionWithoutJsonSaysSo) {
  const auto objects = objects_in("kind: NetworkAttachmentDefinition\nspec: {config: 'type = macvlan'}\n");
  ASSERT_TRUE(objects.at(0).network);
  EXPECT_TRUE(objects[0].network->malformed.has());
}

TEST(ObjectFacts, OtherYamlIsNoObject) { EXPECT_TRUE(objects_in("epochs: 3\nmodel: {layers: 2}\nservices: [a, b]\n").empty()); }

TEST(Attachments, ReadsBothForms) {
  const auto names = attachments_of("team/rail1@net1, rail2", "f:1");
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].space, "team");
  EXPECT_EQ(names[0].name, "rail1");
  EXPECT_EQ(names[1].name, "rail2");
  const auto json = attachments_of("[{\"name\": \"rail1\", \"namespace\": \"team\"}]", "f:1");
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].space, "team");
}

}  // namespace
}  // namespace railhead::manifest
