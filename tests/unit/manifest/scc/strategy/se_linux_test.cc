#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint labelled(std::optional<SeLinuxOptions> options) {
  Constraint rule = made::constraint("labelled");
  rule.se_linux = {Strategy::must_run_as, std::move(options)};
  return rule;
}

TEST(SccSeLinux, PodGetsTheOptionsAndContainersInheritThem) {
  const Pod pod = made::filled(labelled(SeLinuxOptions{.type = "job_t"}), made::pod());
  ASSERT_TRUE(pod.security && pod.security->se_linux);
  EXPECT_EQ(*pod.security->se_linux, (SeLinuxOptions{.type = "job_t", .level = "s0:c7,c3"}));
  EXPECT_FALSE(pod.containers[0].security);
}

TEST(SccSeLinux, EachPartThatDiffersIsNamedInTheOrderLevelRoleTypeUser) {
  const SeLinuxOptions own = {.user = "u", .role = "r", .type = "t", .level = "s1"};
  const SeLinuxOptions other = {.user = "w", .role = "x", .type = "y", .level = "z"};
  const std::string pod = "provider labelled: .spec.securityContext.seLinuxOptions.";
  const std::string container = "provider labelled: .containers[0].seLinuxOptions.";
  EXPECT_EQ(made::refused(labelled(own), made::with(PodSecurity{.se_linux = other})),
            (Texts{pod + "level: Invalid value: \"z\": must be s1", pod + "role: Invalid value: \"x\": must be r",
                   pod + "type: Invalid value: \"y\": must be t", pod + "user: Invalid value: \"w\": must be u",
                   container + "level: Invalid value: \"z\": must be s1", container + "role: Invalid value: \"x\": must be r",
                   container + "type: Invalid value: \"y\": must be t", container + "user: Invalid value: \"w\": must be u"}));
}

TEST(SccSeLinux, TypeAloneLacksTheLevelAndMustBeEmpty) {
  const auto texts = made::refused(labelled({}), made::with(ContainerSecurity{.se_linux = SeLinuxOptions{.type = "spc_t"}}));
  EXPECT_EQ(texts, (Texts{"provider labelled: .containers[0].seLinuxOptions.level: Invalid value: \"\": must be s0:c7,c3",
                          "provider labelled: .containers[0].seLinuxOptions.type: Invalid value: \"spc_t\": must be "}));
}

TEST(SccSeLinux, EmptyOptionsAreNotFilledIn) {
  EXPECT_EQ(made::refused(labelled({}), made::with(PodSecurity{.se_linux = SeLinuxOptions{}})).size(), 2U);
}

TEST(SccSeLinux, OrderOfCategoriesDoesNotCount) {
  const auto asks = [](std::string level) {
    return made::refused(labelled({}), made::with(PodSecurity{.se_linux = SeLinuxOptions{.level = std::move(level)}})).size();
  };
  EXPECT_EQ(asks("s0:c3,c7"), 0U);
  EXPECT_EQ(asks("s1:c3,c7"), 2U);
  EXPECT_EQ(asks("s0:c3"), 2U);
  EXPECT_EQ(asks("s0"), 2U);
}

TEST(SccSeLinux, OnlyTheLevelComesFromTheNamespace) {
  Pod pod = made::with(PodSecurity{.se_linux = SeLinuxOptions{.type = "spc_t", .level = "s2"}});
  const auto refusals = try_constraint(labelled({}), pod, made::ranges());
  ASSERT_EQ(refusals.size(), 4U);
  EXPECT_TRUE(refusals[0].of_namespace);
  EXPECT_FALSE(refusals[1].of_namespace);
  Pod again = made::with(PodSecurity{.se_linux = SeLinuxOptions{.level = "s2"}});
  const auto own = try_constraint(labelled(SeLinuxOptions{.level = "s3"}), again, made::ranges());
  ASSERT_EQ(own.size(), 2U);
  EXPECT_FALSE(own[0].of_namespace);
}

TEST(SccSeLinux, RunAsAnyTakesAnything) {
  EXPECT_EQ(made::refused(made::constraint(), made::with(PodSecurity{.se_linux = SeLinuxOptions{.type = "spc_t"}})), Texts{});
}

}  // namespace
}  // namespace railhead::manifest::scc
