#include "nri/hook/origin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

using testing::HasSubstr;

const Texts kCrio = {
    {"io.kubernetes.cri-o.ContainerType", "container"},
    {"io.container.manager", "cri-o"},
    {"io.kubernetes.cri-o.SandboxID", "sandbox1"},
    {"io.kubernetes.cri-o.Annotations", R"({"io.kubernetes.container.hash":"1","vendor.example/nic":"mlx5_0"})"},
    {"io.kubernetes.container.hash", "1"},
    {"vendor.example/nic", "mlx5_0"},
    {"io.kubernetes.pod.namespace", "team"},
    {"io.kubernetes.pod.name", "train-0"},
    {"io.kubernetes.container.name", "main"},
    {"memlock.railhead.dev/pod", "unlimited"}};
const Texts kContainerd = {{"io.kubernetes.cri.container-type", "container"}, {"io.kubernetes.cri.sandbox-id", "sandbox1"},
                           {"io.kubernetes.cri.sandbox-namespace", "team"},   {"io.kubernetes.cri.sandbox-name", "train-0"},
                           {"io.kubernetes.cri.container-name", "main"},      {"memlock.railhead.dev/pod", "1Gi"}};

Texts with(Texts texts, const std::string& key, const std::string& value) {
  texts[key] = value;
  return texts;
}

Origin origin(const Texts& annotations) {
  const base::Result<Origin> found = origin_of(State{.id = "c1"}, Config{.annotations = annotations});
  EXPECT_TRUE(found) << found.error().message;
  return found.value_or(Origin{});
}

TEST(HookOrigin, Crio) {
  const Origin found = origin(kCrio);
  EXPECT_EQ(found.maker, Maker::crio);
  EXPECT_FALSE(found.is_sandbox);
  EXPECT_EQ(found.subject.space, "team");
  EXPECT_EQ(found.subject.pod, "train-0");
  EXPECT_EQ(found.subject.pod_id, "sandbox1");
  EXPECT_EQ(found.subject.container, "main");
  EXPECT_EQ(found.subject.container_id, "c1");
  EXPECT_EQ(found.subject.annotations, (Texts{{"memlock.railhead.dev/pod", "unlimited"}}));
  EXPECT_EQ(found.subject.container_annotations.at("vendor.example/nic"), "mlx5_0");
}

TEST(HookOrigin, CriosLabelsAreNobodyElsesWords) {
  const Origin found = origin(with(kCrio, "io.kubernetes.cri-o.Labels",
                                   R"({"io.kubernetes.pod.namespace":"real","io.kubernetes.container.name":"main"})"));
  EXPECT_EQ(found.subject.space, "real") << "not the annotation, which a pod's author can write";
  EXPECT_EQ(found.subject.container, "main");
  EXPECT_EQ(found.subject.pod, "");
}

TEST(HookOrigin, Containerd) {
  const Origin found = origin(kContainerd);
  EXPECT_EQ(found.maker, Maker::containerd);
  EXPECT_EQ(found.subject.space, "team");
  EXPECT_EQ(found.subject.pod, "train-0");
  EXPECT_EQ(found.subject.container, "main");
  EXPECT_EQ(found.subject.annotations, (Texts{{"memlock.railhead.dev/pod", "1Gi"}}));
}

TEST(HookOrigin, SandboxesOfPods) {
  EXPECT_TRUE(origin(with(kCrio, "io.kubernetes.cri-o.ContainerType", "sandbox")).is_sandbox);
  EXPECT_TRUE(origin(with(kContainerd, "io.kubernetes.cri.container-type", "sandbox")).is_sandbox);
}

TEST(HookOrigin, PodmanHasNoNamespaces) {
  const Origin found = origin(with(kCrio, "io.container.manager", "libpod"));
  EXPECT_EQ(found.maker, Maker::podman);
  EXPECT_EQ(found.subject.space, "");
  EXPECT_EQ(found.subject.container, "");
  EXPECT_EQ(found.subject.annotations.at("memlock.railhead.dev/pod"), "unlimited");
}

TEST(HookOrigin, NobodysRuntime) {
  const Origin found = origin({{"memlock.railhead.dev/pod", "1Gi"}, {"io.kubernetes.pod.namespace", "kube-system"}});
  EXPECT_EQ(found.maker, Maker::other);
  EXPECT_EQ(found.subject.space, "") << "a user's annotation is no namespace";
  EXPECT_EQ(found.subject.annotations, (Texts{{"memlock.railhead.dev/pod", "1Gi"}}));
}

TEST(HookOrigin, WordsOfTwoRuntimesAreForged) {
  for (const Texts& annotations :
       {with(kCrio, "io.kubernetes.cri.container-type", "container"),
        with(kContainerd, "io.kubernetes.cri-o.ContainerType", "container"), with(kContainerd, "io.container.manager", "cri-o"),
        with(kContainerd, "io.container.manager", "libpod")}) {
    const auto found = origin_of(State{}, Config{.annotations = annotations});
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("two runtimes"));
  }
}

TEST(HookOrigin, AContainersAnnotationsThatAreNoJsonCountForNobody) {
  const Origin found = origin(with(kCrio, "io.kubernetes.cri-o.Annotations", "{{"));
  EXPECT_TRUE(found.subject.container_annotations.empty());
  EXPECT_EQ(found.subject.annotations.at("vendor.example/nic"), "mlx5_0");
}

}  // namespace
}  // namespace railhead::nri
