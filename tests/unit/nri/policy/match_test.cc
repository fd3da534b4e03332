// Which rules match, and why.
#include "nri/policy/match.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

Subject subject() {
  return {.space = "team-a",
          .runtime_class = "nvidia",
          .labels = {{"app", "train"}, {"tier", "gpu"}},
          .annotations = {{"owner", "ml"}, {"copied", "1"}, {"changed", "mine"}},
          .container_annotations = {{"copied", "1"}, {"changed", "theirs"}, {"cdi.k8s.io/plugin_1", "nvidia.com/gpu=0"}},
          .devices = {{.path = "/dev/infiniband/uverbs3", .type = "c"}}};
}

TEST(Match, Patterns) {
  EXPECT_TRUE(fits("a", "a") && fits("a*", "a") && fits("a*", "abc") && fits("*", "") && fits("", ""));
  EXPECT_FALSE(fits("a", "ab") || fits("a*", "b") || fits("", "a") || fits("*a", "ba"));
}

TEST(Match, Each) {
  const std::vector<std::pair<Match, std::string>> holds = {
      {{}, "it takes every container"},
      {{.namespaces = {"x", "team-*"}}, "its namespace is team-a"},
      {{.labels = {{"app", "tr*"}}}, "it has label app=train"},
      {{.labels = {{"app", "train"}, {"tier", "*"}}}, "it has label app=train, it has label tier=gpu"},
      {{.runtime_classes = {"nvidia"}}, "its runtime class is nvidia"},
      {{.rdma_device = true}, "/dev/infiniband/uverbs3 is among its devices"},
      {{.annotations = {{"owner", "ml"}}}, "it has annotation owner=ml"},
      {{.container_annotations = {{"changed", "*"}}}, "it has container annotation changed=theirs"},
      {{.container_annotations = {{"cdi.k8s.io/*", "nvidia.com/*"}}},
       "it has container annotation cdi.k8s.io/plugin_1=nvidia.com/gpu=0"},
  };
  for (const auto& [match, why] : holds) {
    EXPECT_TRUE(matches(match, subject())) << why;
    EXPECT_EQ(why_matched({.name = "r", .match = match}, subject()), why);
  }
  const std::vector<std::pair<Match, std::string>> fails = {
      {{.namespaces = {"team-b", "ml-*"}}, "its namespace is team-a, not team-b, ml-*"},
      {{.labels = {{"app", "train"}, {"tier", "cpu"}}}, "it has no label tier=cpu"},
      {{.labels = {{"tie", "*"}}}, "it has no label tie=*"},
      {{.runtime_classes = {"kata"}}, "its runtime class is nvidia, not kata"},
      {{.rdma_device = false}, "/dev/infiniband/uverbs3 is among its devices"},
      {{.annotations = {{"cdi.k8s.io/*", "*"}}}, "it has no annotation cdi.k8s.io/*=*"},
      {{.container_annotations = {{"copied", "1"}}}, "it has no container annotation copied=1"},
      {{.container_annotations = {{"owner", "ml"}}}, "it has no container annotation owner=ml"},
  };
  for (const auto& [match, why] : fails) {
    EXPECT_FALSE(matches(match, subject())) << why;
    EXPECT_EQ(why_matched({.name = "r", .match = match}, subject()), why);
  }
}

TEST(Match, AllOfItMustHold) {
  const Match match{.namespaces = {"team-a"}, .labels = {{"app", "train"}}, .rdma_device = true};
  EXPECT_TRUE(matches(match, subject()));
  Subject other = subject();
  other.labels.clear();
  EXPECT_FALSE(matches(match, other));
  EXPECT_EQ(conditions(match, other).size(), 3U);
  EXPECT_FALSE(conditions(match, other)[2].holds);
}

TEST(Match, WhatIsNotThere) {
  EXPECT_EQ(why_matched({.match = {.runtime_classes = {"nvidia"}}}, {}), "its runtime class is the default one, not nvidia");
  EXPECT_EQ(why_matched({.match = {.rdma_device = true}}, {}), "it has no RDMA device");
  EXPECT_TRUE(matches({.rdma_device = false}, {}));
  EXPECT_TRUE(matches({.namespaces = {"*"}}, {}));
}

TEST(Match, RdmaDevices) {
  const auto has = [](std::string path, std::string type) {
    return has_rdma_device(
        {.devices = {{.path = "/dev/null", .type = "c"}, {.path = std::move(path), .type = std::move(type)}}});
  };
  EXPECT_TRUE(has("/dev/infiniband/uverbs0", "c") && has("/dev/infiniband/rdma_cm", "u"));
  EXPECT_FALSE(has("/dev/infiniband/uverbs0", "b") || has("/dev/infiniband", "c") || has("/dev/infinibandx/a", "c") ||
               has("", ""));
  EXPECT_FALSE(has_rdma_device({}));
}

}  // namespace
}  // namespace railhead::nri
