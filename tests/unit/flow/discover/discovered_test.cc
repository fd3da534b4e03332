#include "flow/discover/discovered.h"

#include <gtest/gtest.h>

#include "flow/survey/surveyed.h"

namespace railhead::flow {
namespace {

using facts::Survey;
using facts::SurveyedObject;
using facts::Why;
using manifest::job::Fabric;
using Objects = std::vector<SurveyedObject>;

SurveyedObject network(const std::string& name, const std::string& space, const std::string& config,
                       const std::string& resource) {
  return {.kind = "NetworkAttachmentDefinition",
          .space = space,
          .name = name,
          .text = R"({"kind":"NetworkAttachmentDefinition","metadata":{"name":")" + name + R"(","namespace":")" + space +
                  R"(","annotations":{"k8s.v1.cni.cncf.io/resourceName":")" + resource + R"("}},"spec":{"config":)" + config +
                  "}}",
          .source = "NetworkAttachmentDefinition " + space + "/" + name};
}

SurveyedObject policy(const std::string& resource, const std::string& rest) {
  return {.kind = "SriovNetworkNodePolicy",
          .space = "operator",
          .name = resource,
          .text = R"({"kind":"SriovNetworkNodePolicy","metadata":{"name":"p"},"spec":{"resourceName":")" + resource + "\"" +
                  rest + "}}",
          .source = "SriovNetworkNodePolicy operator/" + resource};
}

facts::SurveyedNode node(const std::string& name, std::uint64_t gpus) {
  return {.name = name,
          .ready = true,
          .amounts = {{.name = "nvidia.com/gpu", .capacity = gpus, .allocatable = gpus},
                      {.name = "x/rail1", .capacity = 8, .allocatable = 8}}};
}

/// Everything is known; nothing is there but two nodes.
Survey empty_survey() {
  Survey survey;
  survey.program = "kubectl";
  survey.space.name = "team-a";
  survey.openshift = {false, "/apis"};
  survey.kubernetes = {std::string("v1.31.4+k3s1"), "/version"};
  survey.nodes = {std::vector{node("a", 8), node("b", 8)}, "/api/v1/nodes"};
  survey.networks = {Objects{}, "/nads"};
  survey.policies = {Objects{}, "/policies"};
  survey.plugin_configs = {Objects{}, "/configmaps"};
  survey.nic_policies = {Objects{}, "/nicclusterpolicies"};
  survey.stack = {std::vector<facts::StackPart>{}, "/daemonsets"};
  survey.storage = {std::vector<facts::StorageClass>{}, "/storageclasses"};
  survey.space.exists = {true, "/namespace"};
  return survey;
}

Discovered of(Survey survey) {
  read_objects(survey);
  Discovered found = discovered(survey, "x", "");
  EXPECT_TRUE(profile_text(found, {})) << profile_text(found, {}).error().message;
  return found;
}

bool is_known(const Discovered& found, const char* field) {
  const auto note = found.notes.find(field);
  return note != found.notes.end() && note->second.known;
}

constexpr const char* kSriov = R"("{\"type\":\"sriov\"}")";

TEST(Discovered, VersionIsThatOfThePlatform) {
  EXPECT_EQ(of(empty_survey()).profile.version, "1.31");
  Survey survey = empty_survey();
  survey.openshift = {true, "/apis"};
  survey.release = {{Why::denied, ""}, "/release"};
  EXPECT_FALSE(is_known(of(survey), "version")) << "that of Kubernetes says nothing of OpenShift's";
  survey.release = {std::string("4.18.12"), "/release"};
  EXPECT_EQ(of(survey).profile.version, "4.18");
  survey.release = {std::string("rolling"), "/release"};
  EXPECT_FALSE(is_known(of(survey), "version"));
}

TEST(Discovered, WhatIsNotKnownIsNeverNo) {
  Survey survey;
  survey.space.name = "team-a";
  const facts::Missing denied{Why::denied, "ada may not"};
  survey.nodes = {denied, "/nodes"};
  survey.networks = {denied, "/nads"};
  survey.openshift = {denied, "/apis"};
  survey.space.exists = {denied, "/namespace"};
  const Discovered found = of(survey);
  for (const char* field : {"platform", "version", "gpusPerNode", "gpuResource", "fabric", "rails", "createNamespace"}) {
    EXPECT_FALSE(is_known(found, field)) << field;
    EXPECT_TRUE(found.notes.contains(field)) << field;
  }
}

TEST(Discovered, ARailNeedsRdmaInItsPolicy) {
  Survey survey = empty_survey();
  survey.networks = {Objects{network("rail1", "team-a", kSriov, "x/rail1")}, "/nads"};
  Discovered found = of(survey);
  ASSERT_TRUE(is_known(found, "rails"));
  EXPECT_NE(found.notes.find("rails")->second.text.find("NOT PROVEN"), std::string::npos);
  survey.policies = {Objects{policy("rail1", "")}, "/policies"};
  EXPECT_FALSE(is_known(of(survey), "rails")) << "isRdma is false where it is not there";
  survey.policies = {Objects{policy("rail1", R"(,"isRdma":true)")}, "/policies"};
  found = of(survey);
  ASSERT_TRUE(is_known(found, "rails"));
  EXPECT_EQ(found.profile.fabric, Fabric::sriov_roce);
  EXPECT_EQ(found.notes.find("rails")->second.text.find("NOT PROVEN"), std::string::npos);
}

TEST(Discovered, NetworksOfTheNamespaceGoBeforeThoseOfDefault) {
  Survey survey = empty_survey();
  survey.networks = {Objects{network("far", "default", kSriov, "x/rail1"), network("near", "team-a", kSriov, "x/rail1")},
                     "/nads"};
  Discovered found = of(survey);
  ASSERT_EQ(found.profile.rails.size(), 1U);
  EXPECT_EQ(found.profile.rails[0].network, "near");
  EXPECT_EQ(found.profile.rails[0].space, "");
  survey.networks.held().pop_back();
  found = of(survey);
  ASSERT_EQ(found.profile.rails.size(), 1U);
  EXPECT_EQ(found.profile.rails[0].space, "default");
}

TEST(Discovered, RdmaPluginMeansIsolation) {
  Survey survey = empty_survey();
  survey.networks = {
      Objects{network("rail1", "team-a", R"("{\"plugins\":[{\"type\":\"sriov\"},{\"type\":\"rdma\"}]}")", "x/rail1")}, "/nads"};
  EXPECT_TRUE(of(survey).profile.rdma_isolation);
}

TEST(Discovered, TheAccountHasToBeAllowed) {
  Survey survey = empty_survey();
  survey.openshift = {true, "/apis"};
  survey.release = {std::string("4.18.12"), "/release"};
  facts::SurveyedConstraint rdma{.object = {.kind = "SecurityContextConstraints", .name = "rdma"}, .ipc_lock = true};
  facts::SurveyedConstraint all{
      .object = {.kind = "SecurityContextConstraints", .name = "all"}, .ipc_lock = true, .privileged = true};
  rdma.user_may = {false, "/review"};
  all.user_may = {true, "/review"};
  survey.constraints = {std::vector{rdma, all}, "/sccs"};
  EXPECT_FALSE(is_known(of(survey), "scc")) << "a privileged one is none";
  survey.constraints.held()[0].user_may = {true, "/review"};
  EXPECT_EQ(of(survey).profile.scc, "rdma");
  survey.account = "trainer";
  survey.constraints.held()[0].account_may = {{Why::denied, ""}, "/review"};
  EXPECT_FALSE(is_known(of(survey), "scc")) << "the user's right is not the account's";
}

}  // namespace
}  // namespace railhead::flow
