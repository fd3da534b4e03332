#include "kube/survey/questions.h"

#include <gtest/gtest.h>

#include "kube/survey/reading.h"
#include "kube/survey/survey.h"

namespace railhead::kube {
namespace {

using facts::Why;
using Json = nlohmann::json;
using Names = facts::Known<std::vector<std::string>>;

std::optional<std::string> name_of(const Json& item) {
  std::string name = text_at(item, {"metadata", "name"});
  return name.empty() ? std::nullopt : std::optional(name);
}

Json named(const char* name) { return {{"metadata", {{"name", name}}}}; }

Answer<void> failed_by(Trouble trouble) { return std::unexpected(Failure{.trouble = trouble, .said = "said"}); }

TEST(Questions, AListIsKnownAsAWhole) {
  Names names;
  const Question question = list_question<std::string>("/x?fieldSelector=y", names, name_of);
  question.take(named("a"));
  question.take(named("b"));
  question.done({});
  ASSERT_TRUE(names);
  EXPECT_EQ(*names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(names.source(), "/x");
}

TEST(Questions, OneItemWithoutSenseMakesTheListMalformed) {
  Names names;
  const Question question = list_question<std::string>("/x", names, name_of);
  question.take(named("a"));
  question.take(Json(7));
  question.done({});
  ASSERT_FALSE(names);
  EXPECT_EQ(names.missing().why, Why::malformed);
}

TEST(Questions, AListHasAnEnd) {
  Names names;
  const Question question = list_question<std::string>("/x", names, name_of);
  for (std::size_t i = 0; i <= kMostItems; ++i) question.take(named("a"));
  question.done({});
  ASSERT_FALSE(names);
  EXPECT_EQ(names.missing().why, Why::unavailable);
}

TEST(Questions, WhatIsNotServedIsNotThere) {
  Names names;
  list_question<std::string>("/x", names, name_of).done(failed_by(Trouble::not_served));
  ASSERT_TRUE(names);
  EXPECT_TRUE(names->empty());
}

TEST(Questions, WhatIsDeniedIsNotKnown) {
  for (const auto& [trouble, why] : {std::pair(Trouble::forbidden, Why::denied), std::pair(Trouble::timeout, Why::unavailable),
                                     std::pair(Trouble::other, Why::unavailable)}) {
    Names names;
    list_question<std::string>("/x", names, name_of).done(failed_by(trouble));
    ASSERT_FALSE(names);
    EXPECT_EQ(names.missing().why, why);
  }
}

TEST(Questions, JoinedListsAreKnownWhereEachIs) {
  Names all;
  std::vector<Names> parts = {Names({"a"}, "/a"), Names({"b"}, "/b")};
  join(all, parts);
  EXPECT_EQ(*all, (std::vector<std::string>{"a", "b"}));
  parts = {Names({"a"}, "/a"), Names({Why::denied, ""}, "/b")};
  join(all, parts);
  EXPECT_FALSE(all);
}

TEST(Questions, ANodeAsTheServerHasIt) {
  facts::Survey survey;
  const Questions questions = node_questions(survey, {});
  questions[0].take(Json::parse(R"({
    "metadata": {"name": "n", "labels": {"nvidia.com/gpu.present": "true", "feature.node.kubernetes.io/cpu-cpuid.AVX": "true"}},
    "spec": {"unschedulable": true, "taints": [{"key": "k", "value": "v", "effect": "NoSchedule"}, 5]},
    "status": {"capacity": {"cpu": "64", "rdma/hca": "8"}, "allocatable": {"cpu": "63500m", "rdma/hca": "7"},
               "conditions": [{"type": "Ready", "status": "True"}],
               "nodeInfo": {"containerRuntimeVersion": "cri-o://1.31.4-2", "kubeletVersion": "v1.31.4"}}})"));
  questions[0].done({});
  ASSERT_TRUE(survey.nodes);
  const facts::SurveyedNode& node = survey.nodes->front();
  EXPECT_TRUE(node.ready);
  EXPECT_FALSE(node.schedulable);
  EXPECT_EQ(node.runtime, "cri-o");
  EXPECT_EQ(node.runtime_version, "1.31.4-2");
  EXPECT_EQ(node.labels.size(), 1U);
  EXPECT_EQ(node.taints, (std::vector<facts::Taint>{{"k", "v", "NoSchedule"}}));
  EXPECT_EQ(node.amount("cpu")->allocatable, 63500U);
  EXPECT_EQ(node.amount("rdma/hca")->capacity, 8U);
  EXPECT_FALSE(node.amount("rdma/hca")->free()) << "nobody listed the pods";
}

TEST(Gaps, EachHasItsCommand) {
  facts::Survey survey;
  survey.program = "oc";
  survey.space.name = "team-a";
  survey.nodes = {{Why::denied, "ada may not list nodes"}, "/api/v1/nodes"};
  survey.networks = {std::vector<facts::SurveyedObject>{}, "/x"};
  const std::vector<facts::SurveyGap> found = gaps(survey);
  ASSERT_EQ(found.size(), 1U) << "what was not asked is no gap";
  EXPECT_EQ(found[0].command, "oc get nodes -o yaml");
  EXPECT_EQ(found[0].source, "/api/v1/nodes");
}

}  // namespace
}  // namespace railhead::kube
