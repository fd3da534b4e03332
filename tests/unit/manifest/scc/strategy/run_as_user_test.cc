#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint user_rule(RunAsUser rule) {
  Constraint made = made::constraint("owned");
  made.run_as_user = rule;
  return made;
}

Pod as(std::optional<std::int64_t> user, std::optional<bool> non_root = {}) {
  return made::with(ContainerSecurity{.run_as_user = user, .run_as_non_root = non_root});
}

TEST(SccRunAsUser, FixedUserIsFilledInAndNoOtherAllowed) {
  const Constraint rule = user_rule({.type = UserStrategy::must_run_as, .uid = 811});
  const ContainerSecurity after = made::filled_container(rule, made::pod());
  EXPECT_EQ(after.run_as_user, 811);
  EXPECT_EQ(after.run_as_non_root, true);
  EXPECT_EQ(made::refused(rule, as(812)), Texts{"provider owned: .containers[0].runAsUser: Invalid value: 812: must be: 811"});
}

TEST(SccRunAsUser, FixedRootIsNotMarked) {
  EXPECT_FALSE(made::filled_container(user_rule({.type = UserStrategy::must_run_as, .uid = 0}), made::pod()).run_as_non_root);
}

TEST(SccRunAsUser, RangeOfTheNamespace) {
  const Constraint rule = user_rule({.type = UserStrategy::must_run_as_range});
  EXPECT_EQ(made::filled_container(rule, made::pod()).run_as_user, 2000);
  EXPECT_EQ(made::refused(rule, as(2999)), Texts{});
  EXPECT_EQ(made::refused(rule, as(3000)),
            Texts{"provider owned: .containers[0].runAsUser: Invalid value: 3000: must be in the ranges: [2000, 2999]"});
}

TEST(SccRunAsUser, OwnRangeDoesNotComeFromTheNamespace) {
  Pod pod = as(31);
  const auto own =
      try_constraint(user_rule({.type = UserStrategy::must_run_as_range, .min = 20, .max = 30}), pod, made::ranges());
  ASSERT_EQ(own.size(), 1U);
  EXPECT_FALSE(own[0].of_namespace);
  EXPECT_EQ(own[0].container, "solver");
  const auto theirs = try_constraint(user_rule({.type = UserStrategy::must_run_as_range}), pod, made::ranges());
  ASSERT_EQ(theirs.size(), 1U);
  EXPECT_TRUE(theirs[0].of_namespace);
}

TEST(SccRunAsUser, UserOfThePodCountsForContainersWithoutOne) {
  Pod pod = made::with(PodSecurity{.run_as_user = 2500});
  pod.containers.push_back({.name = "logger", .security = ContainerSecurity{.run_as_user = 7}});
  EXPECT_EQ(made::refused(user_rule({.type = UserStrategy::must_run_as_range}), pod),
            Texts{"provider owned: .containers[1].runAsUser: Invalid value: 7: must be in the ranges: [2000, 2999]"});
  const ContainerSecurity first = made::filled_container(made::constraint(), pod);
  EXPECT_FALSE(first.run_as_user);
  EXPECT_EQ(first.run_as_non_root, true);
}

TEST(SccRunAsUser, NonRootMarksTheContainerAndGivesNoUser) {
  const Constraint rule = user_rule({.type = UserStrategy::must_run_as_non_root});
  const ContainerSecurity after = made::filled_container(rule, made::pod());
  EXPECT_FALSE(after.run_as_user);
  EXPECT_EQ(after.run_as_non_root, true);
  EXPECT_EQ(made::refused(rule, as(0)),
            Texts{"provider owned: .containers[0].runAsUser: Invalid value: 0: running with the root UID is forbidden"});
  EXPECT_EQ(made::refused(rule, as({}, false)),
            Texts{"provider owned: .containers[0].runAsNonRoot: Invalid value: false: must be true"});
}

TEST(SccRunAsUser, AnyStrategyMarksAKnownUserButKeepsWhatIsSaid) {
  EXPECT_EQ(made::filled_container(made::constraint(), as(5)).run_as_non_root, true);
  EXPECT_EQ(made::filled_container(made::constraint(), as(5, false)).run_as_non_root, false);
  EXPECT_FALSE(made::filled_container(made::constraint(), as(0)).run_as_non_root);
  EXPECT_FALSE(made::filled(made::constraint(), made::pod()).containers[0].security);
}

TEST(SccRunAsUser, MarkOfThePodIsEnough) {
  Pod pod = as(5);
  pod.security = PodSecurity{.run_as_non_root = false};
  EXPECT_FALSE(made::filled_container(made::constraint(), pod).run_as_non_root);
}

TEST(SccRunAsUser, GroupIsNeverLookedAt) {
  EXPECT_EQ(
      made::refused(user_rule({.type = UserStrategy::must_run_as_range}), made::with(ContainerSecurity{.run_as_group = 0})),
      Texts{});
}

}  // namespace
}  // namespace railhead::manifest::scc
