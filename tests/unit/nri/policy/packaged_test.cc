// The policy that the DaemonSet brings is the default one, written out.
#include <gtest/gtest.h>

#include "nri/policy/read.h"
#include "tests/support/small_world.h"

namespace railhead::nri {
namespace {

TEST(PackagedPolicy, IsTheDefault) {
  const std::string text = test::file_text(test::source_path("packaging/nri/base/policy.yaml"));
  const auto policy = read_policy(text, "policy.yaml");
  ASSERT_TRUE(policy) << policy.error().message;
  const Policy& usual = default_policy();
  EXPECT_EQ(policy->honour, usual.honour);
  EXPECT_EQ(policy->reject_errors, usual.reject_errors);
  EXPECT_EQ(policy->namespaces.size(), usual.namespaces.size());
  ASSERT_EQ(policy->rules.size(), usual.rules.size());
  for (std::size_t i = 0; i < usual.rules.size(); ++i) {
    EXPECT_EQ(policy->rules[i].name, usual.rules[i].name);
    EXPECT_EQ(policy->rules[i].match.rdma_device, usual.rules[i].match.rdma_device);
    EXPECT_TRUE(policy->rules[i].match.namespaces.empty());
    ASSERT_EQ(policy->rules[i].grants.size(), usual.rules[i].grants.size());
    for (std::size_t j = 0; j < usual.rules[i].grants.size(); ++j) {
      const Grant& grant = policy->rules[i].grants[j];
      const Grant& other = usual.rules[i].grants[j];
      EXPECT_EQ(grant.type, other.type);
      EXPECT_EQ(grant.soft, other.soft);
      EXPECT_EQ(grant.hard, other.hard);
      EXPECT_EQ(grant.ceiling, other.ceiling);
    }
  }
}

}  // namespace
}  // namespace railhead::nri
