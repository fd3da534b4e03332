#include "manifest/scc/doubt.h"

#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

Constraint of_range(std::string name) {
  Constraint rule = made::granted(made::constraint(std::move(name)));
  rule.run_as_user = {.type = UserStrategy::must_run_as_range};
  return rule;
}

Admission without_namespace(const Pod& pod, World world) {
  return admit(pod, made::kept(std::move(world)), "lab", nullptr, made::creator());
}

/// The world with a role that is bound to the account and not among the objects.
World with_missing_role(World world) {
  world.bindings.push_back(
      {.space = "lab", .name = "bound", .role = "gone", .subjects = {{"ServiceAccount", "runner", "lab"}}});
  return world;
}

TEST(SccDoubt, RangesOfAnUnknownNamespaceMayDecide) {
  const World world = made::world({of_range("ranged")});
  const Admission outcome = without_namespace(made::with(ContainerSecurity{.run_as_user = 1000002500}), world);
  EXPECT_EQ(outcome.outcome, Outcome::unknown);
  EXPECT_EQ(outcome.constraint, nullptr);
  EXPECT_TRUE(outcome.message.empty());
  EXPECT_EQ(
      outcome.why,
      "SCC ranged may admit the pod: the ranges of the namespace are not known and decide on runAsUser 1000002500 of container "
      "solver; otherwise the pod is refused");
}

TEST(SccDoubt, ConstraintThatMayComeBeforeTheChosenOneMakesTheChoiceUnknown) {
  Constraint first = of_range("first");
  first.priority = 4;
  const World world = made::world({first, made::granted(made::constraint("second"))});
  const Pod pod = made::with(ContainerSecurity{.run_as_user = 1000002500});
  const Admission outcome = without_namespace(pod, world);
  EXPECT_EQ(outcome.outcome, Outcome::unknown);
  EXPECT_TRUE(outcome.why.ends_with("; otherwise SCC second admits it")) << outcome.why;
  EXPECT_EQ(outcome.pod, pod);
}

TEST(SccDoubt, ConstraintThatMayComeBehindTheChosenOneDoesNot) {
  Constraint first = made::granted(made::constraint("first"));
  first.priority = 4;
  const Admission outcome =
      without_namespace(made::with(ContainerSecurity{.run_as_user = 1000002500}), made::world({first, of_range("second")}));
  ASSERT_EQ(outcome.outcome, Outcome::admitted);
  EXPECT_EQ(outcome.constraint->name, "first");
}

TEST(SccDoubt, RefusalThatNoRangeCanLiftIsCertain) {
  Pod pod = made::with(ContainerSecurity{.privileged = true, .run_as_user = 1000002500});
  EXPECT_EQ(without_namespace(pod, made::world({of_range("ranged")})).outcome, Outcome::refused);
}

/// Numbers that were only assumed must not stand in a text.
TEST(SccDoubt, RangeThatIsNotKnownIsNotNamed) {
  const Admission outcome = without_namespace(made::with(ContainerSecurity{.privileged = true, .run_as_user = 1000002500}),
                                              made::world({of_range("ranged")}));
  EXPECT_NE(outcome.message.find("runAsUser: Invalid value: 1000002500: must be in the ranges: [?, ?]"), std::string::npos)
      << outcome.message;
}

/// OpenShift gives no namespace ids below 1000000000: root under a range needs no namespace to be known to be refused.
TEST(SccDoubt, IdThatNoNamespaceIsGivenIsCertain) {
  const World world = made::world({of_range("ranged")});
  EXPECT_EQ(without_namespace(made::with(ContainerSecurity{.run_as_user = 0}), world).outcome, Outcome::refused);
  EXPECT_EQ(without_namespace(made::with(ContainerSecurity{.run_as_user = 999999999}), world).outcome, Outcome::refused);
  EXPECT_EQ(without_namespace(made::with(ContainerSecurity{.run_as_user = 1000000000}), world).outcome, Outcome::unknown);
}

TEST(SccDoubt, KnownNamespaceLeavesNone) {
  const World world = made::world({of_range("ranged")});
  EXPECT_EQ(made::admitted(made::with(ContainerSecurity{.run_as_user = 99}), world).outcome, Outcome::refused);
}

TEST(SccDoubt, PodThatAsksForNothingOfTheNamespaceIsAdmitted) {
  EXPECT_EQ(without_namespace(made::pod(), made::world({of_range("ranged")})).outcome, Outcome::admitted);
}

TEST(SccDoubt, RoleThatIsNotThereMayGiveAConstraintThatWouldAdmit) {
  const World world = with_missing_role(made::world({made::constraint("ungranted")}));
  const Admission outcome = made::admitted(made::pod(), world);
  EXPECT_EQ(outcome.outcome, Outcome::unknown);
  EXPECT_TRUE(outcome.why.starts_with("SCC ungranted may admit the pod: whether it may be used is not known (")) << outcome.why;
}

TEST(SccDoubt, RoleThatIsNotThereDoesNotMatterBehindTheChosenOrWhereNothingWouldAdmit) {
  Constraint first = made::granted(made::constraint("first"));
  first.priority = 4;
  EXPECT_EQ(made::admitted(made::pod(), with_missing_role(made::world({first, made::constraint("ungranted")}))).outcome,
            Outcome::admitted);
  EXPECT_EQ(made::admitted(made::adding({"SYS_BOOT"}), with_missing_role(made::world({made::constraint("ungranted")}))).outcome,
            Outcome::refused);
}

TEST(SccDoubt, BothMayBeUnknown) {
  Constraint rule = made::constraint("ranged");
  rule.run_as_user = {.type = UserStrategy::must_run_as_range};
  const Admission outcome =
      without_namespace(made::with(ContainerSecurity{.run_as_user = 1000002500}), with_missing_role(made::world({rule})));
  EXPECT_EQ(outcome.outcome, Outcome::unknown);
  EXPECT_NE(outcome.why.find(", and the ranges of the namespace"), std::string::npos) << outcome.why;
}

}  // namespace
}  // namespace railhead::manifest::scc
