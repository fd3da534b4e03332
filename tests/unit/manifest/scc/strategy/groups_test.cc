#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint in_groups(std::vector<IdRange> fs, std::vector<IdRange> supplemental) {
  Constraint rule = made::constraint("grouped");
  rule.fs_group = {Strategy::must_run_as, std::move(fs)};
  rule.supplemental_groups = {Strategy::must_run_as, std::move(supplemental)};
  return rule;
}

TEST(SccGroups, FirstOfTheFirstRangeIsFilledIn) {
  const Pod pod = made::filled(in_groups({{60, 61}, {50, 51}}, {{77, 79}, {70, 71}}), made::pod());
  ASSERT_TRUE(pod.security);
  EXPECT_EQ(pod.security->fs_group, 60);
  EXPECT_EQ(pod.security->supplemental_groups, (std::vector<std::int64_t>{77}));
}

TEST(SccGroups, WithoutRangesThoseOfTheNamespaceCount) {
  const Pod pod = made::filled(in_groups({}, {}), made::pod());
  ASSERT_TRUE(pod.security);
  EXPECT_EQ(pod.security->fs_group, 3000);
  EXPECT_EQ(pod.security->supplemental_groups, (std::vector<std::int64_t>{3000}));
}

TEST(SccGroups, OfTheNamespaceFsGroupMayBeOneGroupOnlyAndTheOthersWholeBlocks) {
  const Constraint rule = in_groups({}, {});
  EXPECT_EQ(made::refused(rule, made::with(PodSecurity{.supplemental_groups = {{3009, 3500}}, .fs_group = 3000})), Texts{});
  EXPECT_EQ(made::refused(rule, made::with(PodSecurity{.fs_group = 3001})),
            Texts{"provider grouped: .spec.securityContext.fsGroup: Invalid value: [3001]: 3001 is not an allowed group"});
}

TEST(SccGroups, EveryGroupThatIsNotAllowedIsNamedBesideTheWholeList) {
  EXPECT_EQ(made::refused(in_groups({{5, 5}}, {{10, 19}}), made::with(PodSecurity{.supplemental_groups = {{10, 20, 9}}})),
            (Texts{"provider grouped: .spec.securityContext.supplementalGroups: Invalid value: [10,20,9]: 20 is not an allowed "
                   "group",
                   "provider grouped: .spec.securityContext.supplementalGroups: Invalid value: [10,20,9]: 9 is not an allowed "
                   "group"}));
}

TEST(SccGroups, EmptyListIsNotFilledIn) {
  EXPECT_EQ(
      made::refused(in_groups({{5, 5}}, {{10, 19}}), made::with(PodSecurity{.supplemental_groups = {{}}})),
      Texts{"provider grouped: .spec.securityContext.supplementalGroups: Invalid value: []: unable to validate empty groups "
            "against required ranges"});
}

TEST(SccGroups, OnlyRangesOfTheNamespaceAreMarkedAsSuch) {
  Pod pod = made::with(PodSecurity{.supplemental_groups = {{1}}, .fs_group = 1});
  const auto refusals = try_constraint(in_groups({{5, 5}}, {}), pod, made::ranges());
  ASSERT_EQ(refusals.size(), 2U);
  EXPECT_FALSE(refusals[0].of_namespace);
  EXPECT_TRUE(refusals[1].of_namespace);
  EXPECT_EQ(refusals[1].field, Field::supplemental_groups);
}

TEST(SccGroups, RunAsAnyTakesWhatIsThereAndFillsNothingIn) {
  const Pod pod = made::filled(made::constraint(), made::with(PodSecurity{.fs_group = 1}));
  ASSERT_TRUE(pod.security);
  EXPECT_EQ(pod.security->fs_group, 1);
  EXPECT_FALSE(pod.security->supplemental_groups);
}

}  // namespace
}  // namespace railhead::manifest::scc
