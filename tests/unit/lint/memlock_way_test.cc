#include "lint/memlock_way.h"

#include <gtest/gtest.h>

namespace railhead::lint {
namespace {

using Annotations = std::vector<facts::Annotation>;

/// Of a container "main" without capabilities.
std::string way(const Annotations& annotations) {
  facts::PodTemplate pod;
  pod.annotations = annotations;
  facts::DeclaredContainer container;
  container.name = "main";
  return memlock_way(pod, container);
}

std::string way(const std::string& key, const std::string& value) { return way({{key, value, "m.yaml:5"}}); }

TEST(MemlockWay, SaysWhatAnAnnotationAsksFor) {
  EXPECT_EQ(way("memlock.railhead.dev/container.main", "unlimited"), "NRI annotation: unlimited");
  EXPECT_EQ(way("memlock.railhead.dev/pod", "64Gi"), "NRI annotation: 64 GiB");
  EXPECT_EQ(way("memlock.railhead.dev/pod", "1Gi:unlimited"), "NRI annotation: unlimited");
  EXPECT_EQ(way("memlock.railhead.dev/pod", "node-memory*0.9"), "NRI annotation: node-memory*0.9");
  EXPECT_EQ(way("ulimits.nri.containerd.io/container.main", "- type: memlock\n  soft: 1\n  hard: 8388608\n"),
            "NRI annotation: 8 MiB");
}

TEST(MemlockWay, AnAnnotationThatGivesNothingIsNoWay) {
  EXPECT_EQ(way("memlock.railhead.dev/container.main", "much"), "none");
  EXPECT_EQ(way("memlock.railhead.dev/container.other", "unlimited"), "none");
  EXPECT_EQ(way("memlock.railhead.dev/pods", "unlimited"), "none");
  EXPECT_EQ(way("ulimits.noderesource.dev/container.main", "[{type: nofile, soft: 1, hard: 1}]"), "none");
  EXPECT_EQ(way("ulimits.noderesource.dev/container.main", "memlock"), "none");
  EXPECT_EQ(way("io.kubernetes.cri-o.Ulimits.memlock", "-1"), "none");
}

/// The plugin refuses it, and does not look at what the whole pod asks for.
TEST(MemlockWay, TheContainersOwnAnnotationCountsThoughItCannotBeRead) {
  EXPECT_EQ(way({{"memlock.railhead.dev/pod", "unlimited", "m:5"}, {"memlock.railhead.dev/container.main", "much", "m:6"}}),
            "none");
  EXPECT_EQ(way({{"memlock.railhead.dev/pod", "unlimited", "m:5"}, {"memlock.railhead.dev/container.main", "1Gi", "m:6"}}),
            "NRI annotation: 1 GiB");
}

TEST(MemlockWay, WhatOtherPluginsReadIsNotKnown) {
  EXPECT_EQ(way("limits.example/memlock", "any"), "NRI annotation");
  EXPECT_EQ(way("limits.example/container.main", "memlock"), "NRI annotation");
  EXPECT_EQ(way("limits.example/container.other", "memlock"), "none");
  EXPECT_EQ(way("limits.example/rlimits", "nofile"), "none");
}

}  // namespace
}  // namespace railhead::lint
