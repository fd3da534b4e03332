#include "kube/survey/requests.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

Json asks(const char* gpus) { return {{"resources", {{"requests", {{"nvidia.com/gpu", gpus}}}}}}; }

/// What the pods hold of the GPUs of node "a".
std::uint64_t held(const std::vector<Json>& specs, const char* phase = "Running") {
  Requests requests;
  for (Json spec : specs) {
    spec["nodeName"] = "a";
    requests.add({{"spec", spec}, {"status", {{"phase", phase}}}});
  }
  std::vector<facts::SurveyedNode> nodes = {{.name = "a", .amounts = {{.name = "nvidia.com/gpu", .allocatable = 100}}}};
  requests.put_into(nodes);
  return nodes[0].amounts[0].requested.value();
}

TEST(Requests, ContainersAddUp) {
  EXPECT_EQ(held({{{"containers", {asks("2"), asks("3")}}}, {{"containers", {asks("1")}}}}), 6U);
}

TEST(Requests, InitContainersRunBeforeTheOthers) {
  EXPECT_EQ(held({{{"containers", {asks("2")}}, {"initContainers", {asks("5"), asks("1")}}}}), 5U);
  EXPECT_EQ(held({{{"containers", {asks("2")}}, {"initContainers", {asks("1")}}}}), 2U);
}

TEST(Requests, SidecarsStay) {
  Json sidecar = asks("1");
  sidecar["restartPolicy"] = "Always";
  EXPECT_EQ(held({{{"containers", {asks("2")}}, {"initContainers", {sidecar, asks("4")}}}}), 5U);
  EXPECT_EQ(held({{{"containers", {asks("2")}}, {"initContainers", {asks("4"), sidecar}}}}), 4U);
}

TEST(Requests, PodsAsAWholeAndOverhead) {
  EXPECT_EQ(held({{{"containers", {asks("2")}},
                   {"resources", {{"requests", {{"nvidia.com/gpu", "7"}}}}},
                   {"overhead", {{"nvidia.com/gpu", "1"}}}}}),
            8U);
}

TEST(Requests, PodsThatHaveEndedHoldNothing) {
  for (const char* phase : {"Succeeded", "Failed"}) EXPECT_EQ(held({{{"containers", {asks("2")}}}}, phase), 0U) << phase;
}

TEST(Requests, OddPodsAreBornWithCalm) {
  Requests requests;
  for (const Json& pod :
       {Json(), Json(3), Json::array(), Json{{"spec", 1}}, Json{{"spec", {{"nodeName", "a"}, {"containers", "x"}}}},
        Json{{"spec", {{"nodeName", "a"}, {"containers", {1, nullptr}}}}},
        Json{{"spec", {{"nodeName", {"a"}}, {"containers", Json::array()}}}}})
    requests.add(pod);
  EXPECT_EQ(requests.counted().bound, 2U);
  EXPECT_EQ(requests.counted().waiting, 2U);
}

}  // namespace
}  // namespace railhead::kube
