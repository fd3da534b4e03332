#include "lint/context.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace railhead::lint {
namespace {

facts::ClusterObject object(const std::string& kind, const std::string& name, const std::string& source) {
  return {.kind = kind, .source = source, .name = name};
}

facts::ClusterObject network(const std::string& name, const std::string& source, const std::string& resource = "") {
  facts::ClusterObject made = object("NetworkAttachmentDefinition", name, source);
  made.network.emplace();
  if (!resource.empty()) made.network->resource = {resource, source};
  return made;
}

std::vector<std::string> names(const facts::Cluster& cluster) {
  std::vector<std::string> found;
  found.reserve(cluster.objects.size());
  for (const facts::ClusterObject& one : cluster.objects) found.push_back(one.name);
  std::ranges::sort(found);
  return found;
}

using Names = std::vector<std::string>;

TEST(Context, TheKindOfATextIsSeenInYamlAndJson) {
  EXPECT_TRUE(may_be_context("apiVersion: v1\nkind: Service\n"));
  EXPECT_TRUE(may_be_context("{\"apiVersion\":\"v1\",\"kind\": \"ServiceAccount\"}"));
  EXPECT_TRUE(may_be_context("items:\n- kind: 'SriovNetwork'\n"));
  EXPECT_TRUE(may_be_context("roleRef: {kind: ClusterRole, name: a}\n"));
  EXPECT_TRUE(may_be_context("kind: SecurityContextConstraintsList\n"));
  EXPECT_FALSE(may_be_context("kind: Deployment\nspec: {serviceName: Service}\n"));
  EXPECT_FALSE(may_be_context("kind: ServiceMonitor\n# kind\n"));
  EXPECT_FALSE(may_be_context("mankind Service"));
}

TEST(Context, AConfigMapCountsForItsVariables) {
  EXPECT_TRUE(may_be_context("kind: ConfigMap\ndata:\n  NCCL_DEBUG: INFO\n"));
  EXPECT_TRUE(may_be_context("kind: ConfigMap\ndata: {start.sh: \"export UCX_TLS=tcp\"}\n"));
  EXPECT_FALSE(may_be_context("kind: ConfigMap\ndata:\n  SETTING: a\n  color: NCCL\n"));
}

TEST(Context, FewNetworksAreBesideEveryObject) {
  Context context;
  context.add(network("rail1", "n:1"));
  context.add(object("Service", "other", "n:9"));
  context.add(object("Deployment", "rail1", "n:20"));
  context.close();
  EXPECT_EQ(names(context.around(object("Pod", "p", "p:1"), "no name")), (Names{"p", "rail1"}));
  EXPECT_EQ(names(context.around(object("Pod", "q", "q:1"), "serviceName: other")), (Names{"other", "q", "rail1"}));
  EXPECT_EQ(names(context.around(object("Pod", "r", "r:1"), "another: otherwise")), (Names{"r", "rail1"}));
}

TEST(Context, AnObjectIsThereOnce) {
  Context context;
  context.add(network("rail1", "n:1"));
  context.add(object("Service", "s", "n:9"));
  context.close();
  EXPECT_EQ(names(context.around(network("rail1", "n:1"), "rail1")), (Names{"rail1"}));
  EXPECT_EQ(names(context.around(object("Service", "s", "n:9"), "name: s")), (Names{"rail1", "s"}));
}

TEST(Context, OfManyNetworksThoseThatAreNamedAreThereWithTheirPools) {
  Context context;
  for (int i = 0; i < 200; ++i)
    context.add(network("rail" + std::to_string(i), "n:" + std::to_string(i), "openshift.io/pool7"));
  facts::ClusterObject policy = object("SriovNetworkNodePolicy", "policy", "p:1");
  policy.pools.push_back({.resource = "pool7", .rdma = {}, .link_type = {}, .device_type = {}, .source = "p:1"});
  context.add(policy);
  context.close();
  EXPECT_EQ(names(context.around(object("Pod", "p", "q:1"), "networks: team/rail42@net1, rail7.")),
            (Names{"p", "policy", "rail42", "rail7"}));
}

}  // namespace
}  // namespace railhead::lint
