// Containers of manifests, as a policy is asked about them, and annotations that reach none.
#include "nri/declared/declared.h"

#include <gtest/gtest.h>

#include "manifest/yaml/yaml.h"

namespace railhead::nri {
namespace {

base::Result<std::vector<DeclaredPod>> declared(std::string_view text) {
  const manifest::Parsed parsed = manifest::parse_yaml(text);
  EXPECT_EQ(parsed.documents.size(), 1U);
  std::vector<DeclaredPod> pods;
  const auto taken = each_declared_pod(parsed.documents.front(), {.file = "x.yaml"}, "default",
                                       [&pods](DeclaredPod& pod) -> base::Result<void> {
                                         pods.push_back(std::move(pod));
                                         return {};
                                       });
  if (!taken) return std::unexpected(taken.error());
  return pods;
}

std::vector<std::string> lost(std::string_view text) {
  const auto found = declared(text);
  EXPECT_TRUE(found) << found.error().message;
  std::vector<std::string> whys;
  for (const DeclaredPod& pod : *found)
    for (const std::string& why : pod.lost) whys.push_back(pod.owner + " " + pod.source + ": " + why);
  return whys;
}

TEST(DeclaredPods, OfAPod) {
  const auto found = declared(R"(kind: Pod
metadata:
  name: train
  namespace: ml
  labels: {app: train}
  annotations: {memlock.railhead.dev/pod: "8Gi"}
spec:
  runtimeClassName: nvidia
  initContainers: [{name: fetch, resources: {claims: [{name: nic}]}}]
  containers:
    - name: main
      resources: {limits: {rdma/hca: 1}}
)");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  const DeclaredPod& pod = found->front();
  EXPECT_EQ(pod.owner, "Pod/train");
  EXPECT_EQ(pod.part, "");
  EXPECT_EQ(pod.source, "x.yaml:1");
  EXPECT_EQ(pod.subject.space, "ml");
  EXPECT_EQ(pod.subject.pod, "train");
  EXPECT_EQ(pod.subject.runtime_class, "nvidia");
  EXPECT_EQ(pod.subject.labels, (Texts{{"app", "train"}}));
  EXPECT_EQ(pod.subject.annotations, (Texts{{"memlock.railhead.dev/pod", "8Gi"}}));
  EXPECT_TRUE(pod.lost.empty());
  ASSERT_EQ(pod.containers.size(), 2U);
  EXPECT_EQ(pod.containers[0].name, "fetch");
  EXPECT_TRUE(pod.containers[0].init && pod.containers[0].claims);
  EXPECT_EQ(pod.containers[1].name, "main");
  EXPECT_EQ(pod.containers[1].source, "x.yaml:11");
  EXPECT_FALSE(pod.containers[1].init || pod.containers[1].claims);
  ASSERT_EQ(pod.containers[1].resources.size(), 1U);
  EXPECT_EQ(pod.containers[1].resources[0].name, "rdma/hca");
}

TEST(DeclaredPods, OfObjectsThatMakePods) {
  const auto found = declared(R"(kind: List
items:
  - kind: Deployment
    metadata: {name: a, namespace: ml}
    spec: {template: {metadata: {labels: {app: x}, namespace: elsewhere}, spec: {containers: [{name: c}]}}}
  - kind: ConfigMap
    metadata: {name: b}
  - kind: JobSet
    metadata: {name: d}
    spec: {replicatedJobs: [{name: w, template: {spec: {template: {spec: {containers: [{name: e}, {name: f}]}}}}}]}
)");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ(found->front().owner, "Deployment/a");
  EXPECT_EQ(found->front().part, "spec.template");
  EXPECT_EQ(found->front().subject.space, "ml") << "a template's pods are made in the namespace of the object";
  EXPECT_EQ(found->front().subject.labels, (Texts{{"app", "x"}}));
  EXPECT_EQ(found->back().subject.space, "default");
  ASSERT_EQ(found->back().containers.size(), 2U);
  EXPECT_EQ(found->back().containers[1].name, "f");
}

TEST(DeclaredPods, WhatAServerWouldNotTake) {
  const auto number = declared(
      "kind: Pod\nmetadata:\n  annotations:\n    memlock.railhead.dev/pod: 8388608\nspec: {containers: [{name: a}]}\n");
  ASSERT_FALSE(number);
  EXPECT_EQ(number.error().code, base::Code::malformed);
  EXPECT_TRUE(number.error().message.starts_with("x.yaml:4: metadata.annotations.memlock.railhead.dev/pod: expected"))
      << number.error().message;
  std::string many = "kind: List\nitems:\n";
  for (int i = 0; i < 4097; ++i) many += "  - {kind: Pod}\n";
  EXPECT_FALSE(declared(many));
}

TEST(DeclaredPods, Nothing) {
  for (const char* text : {"a", "[]", "{}", "kind: Pod", "kind: List\nitems: []"}) {
    const auto found = declared(text);
    ASSERT_TRUE(found) << text;
    EXPECT_TRUE(found->empty()) << text;
  }
}

TEST(LostAnnotations, OfThePod) {
  const std::vector<std::string> all = lost(R"(kind: Pod
metadata:
  name: p
  annotations:
    memlock.railhead.dev/container.mian: 8Gi
    memlock.railhead.dev/main: 8Gi
    ulimits.noderesource.dev/container.elsewhere: "[]"
    memlock.railhead.dev/container.fetch: 8Gi
spec: {initContainers: [{name: fetch}], containers: [{name: main}]}
)");
  EXPECT_EQ(all,
            (std::vector<std::string>{
                "Pod/p x.yaml:1: memlock.railhead.dev/container.mian asks for a container that the pod does not have (did you "
                "mean main?)",
                "Pod/p x.yaml:1: memlock.railhead.dev/main asks for nothing: expected memlock.railhead.dev/container.NAME or "
                "memlock.railhead.dev/pod",
                "Pod/p x.yaml:1: ulimits.noderesource.dev/container.elsewhere asks for a container that the pod does not have "
                "(there are fetch, main)"}));
}

TEST(LostAnnotations, OfTheObject) {
  EXPECT_EQ(
      lost("kind: Job\nmetadata: {name: j, annotations: {memlock.railhead.dev/pod: 8Gi}}\n"
           "spec: {template: {spec: {containers: [{name: a}]}}}\n"),
      (std::vector<std::string>{"Job/j x.yaml:1: memlock.railhead.dev/pod stands at the object, whose pods do not get it: it "
                                "belongs into spec.template.metadata.annotations"}));
}

}  // namespace
}  // namespace railhead::nri
