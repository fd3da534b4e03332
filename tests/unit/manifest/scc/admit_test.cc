#include "manifest/scc/admit.h"

#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

Constraint ranked(std::string name, std::int32_t priority) {
  Constraint rule = made::constraint(std::move(name));
  rule.priority = priority;
  return rule;
}

std::string chosen(const Pod& pod, const World& world) {
  const Admission outcome = made::admitted(pod, world);
  return outcome.constraint ? outcome.constraint->name : "none";
}

TEST(SccAdmit, FirstUsableConstraintThatAcceptsThePodFillsItIn) {
  Constraint first = made::granted(ranked("first", 9));
  first.run_as_user = {.type = UserStrategy::must_run_as, .uid = 44};
  Constraint second = made::granted(ranked("second", 8));
  second.run_as_user = {.type = UserStrategy::must_run_as_range};
  const Admission plain = made::admitted(made::pod(), made::world({second, first}));
  ASSERT_EQ(plain.outcome, Outcome::admitted);
  EXPECT_EQ(plain.constraint->name, "first");
  EXPECT_EQ(plain.pod.containers[0].security->run_as_user, 44);
  EXPECT_EQ(plain.pod.annotations.at("openshift.io/scc"), "first");
  const Admission other = made::admitted(made::with(ContainerSecurity{.run_as_user = 2001}), made::world({second, first}));
  ASSERT_EQ(other.outcome, Outcome::admitted);
  EXPECT_EQ(other.constraint->name, "second");
  EXPECT_EQ(other.pod.containers[0].security->run_as_user, 2001);
}

TEST(SccAdmit, NothingOfAConstraintThatRefusesStaysInThePod) {
  Constraint first = made::granted(ranked("first", 9));
  first.fs_group = {Strategy::must_run_as, {{5, 5}}};
  first.seccomp_profiles = {"runtime/default"};
  first.required_drops = {"ALL"};
  first.user_namespace = UserNamespaceLevel::require_pod;
  Pod pod = made::pod();
  pod.init_containers = {{.name = "stage"}};
  Admission outcome = made::admitted(pod, made::world({first, made::granted(ranked("second", 8))}));
  ASSERT_EQ(outcome.outcome, Outcome::admitted);
  outcome.pod.annotations.erase("openshift.io/scc");
  outcome.pod.annotations.erase("security.openshift.io/validated-scc-subject-type");
  outcome.pod.security.reset();
  EXPECT_EQ(outcome.pod, pod);
  const Admission refused = made::admitted(pod, made::world({first}));
  EXPECT_EQ(refused.outcome, Outcome::refused);
  EXPECT_EQ(refused.pod, pod);
}

TEST(SccAdmit, AnnotationSaysThroughWhomAndAChoiceOfTheUserIsOverwritten) {
  Constraint theirs = ranked("theirs", 9);
  theirs.users = {"system:serviceaccount:lab:maker"};
  Pod pod = made::pod();
  pod.annotations["openshift.io/scc"] = "privileged";
  const Admission by_user = made::admitted(pod, made::world({theirs}));
  EXPECT_EQ(by_user.pod.annotations.at("openshift.io/scc"), "theirs");
  EXPECT_EQ(by_user.pod.annotations.at("security.openshift.io/validated-scc-subject-type"), "user");
  const Admission by_account = made::admitted(pod, made::world({made::granted(theirs)}));
  EXPECT_EQ(by_account.pod.annotations.at("security.openshift.io/validated-scc-subject-type"), "serviceaccount");
}

TEST(SccAdmit, AttemptsAreInTheOrderOfTheServerAndEndWithTheOneThatAdmits) {
  Constraint closed = made::granted(ranked("closed", 7));
  closed.user_namespace = UserNamespaceLevel::require_pod;
  const Admission outcome = made::admitted(made::pod(), made::world({made::granted(ranked("open", 6)), closed,
                                                                     ranked("foreign", 9), made::granted(ranked("late", 5))}));
  ASSERT_EQ(outcome.attempts.size(), 14U);
  EXPECT_EQ(outcome.attempts[0].constraint->name, "foreign");
  EXPECT_FALSE(outcome.attempts[0].asked);
  EXPECT_EQ(outcome.attempts[1].constraint->name, "closed");
  EXPECT_TRUE(outcome.attempts[1].asked);
  EXPECT_EQ(outcome.attempts[1].refusals.size(), 1U);
  EXPECT_TRUE(outcome.attempts[2].asked);
  EXPECT_FALSE(outcome.attempts[3].asked);
  EXPECT_EQ(outcome.attempts[3].access.by, AccessBy::service_account);
}

TEST(SccAdmit, RequiredConstraintIsTheOnlyOneTried) {
  const World world = made::world({made::granted(ranked("high", 9)), made::granted(ranked("low", 1)), ranked("foreign", 1)});
  Pod pod = made::pod();
  pod.annotations["openshift.io/required-scc"] = "low";
  EXPECT_EQ(chosen(pod, world), "low");
  pod.annotations["openshift.io/required-scc"] = "";
  EXPECT_EQ(chosen(pod, world), "high");
  pod.annotations["openshift.io/required-scc"] = "foreign";
  EXPECT_EQ(made::admitted(pod, world).message,
            "pods \"worker\" is forbidden: unable to validate against any security context constraint: provider \"foreign\": "
            "Forbidden: not usable by user or serviceaccount");
  pod.annotations["openshift.io/required-scc"] = "absent";
  EXPECT_EQ(made::admitted(pod, world).message,
            "pods \"worker\" is forbidden: failed to retrieve the required SCC \"absent\": "
            "securitycontextconstraints.security.openshift.io \"absent\" not found");
}

TEST(SccAdmit, RunLevelsZeroAndOneKubeSystemAndWindowsAreSkipped) {
  World world = made::world({});
  const auto outcome = [&](const Pod& pod, const std::string& name) {
    return admit(pod, world, name, world.namespaces.data(), made::creator()).outcome;
  };
  EXPECT_EQ(outcome(made::pod(), "lab"), Outcome::refused);
  EXPECT_EQ(outcome(made::pod(), "kube-system"), Outcome::skipped);
  EXPECT_EQ(outcome(made::pod(), "openshift-lab"), Outcome::refused);
  Pod windows = made::pod();
  windows.os = "windows";
  EXPECT_EQ(outcome(windows, "lab"), Outcome::skipped);
  for (const auto& [level, expected] :
       {std::pair{"0", Outcome::skipped}, std::pair{"1", Outcome::skipped}, std::pair{"2", Outcome::refused}}) {
    world.namespaces[0].labels["openshift.io/run-level"] = level;
    EXPECT_EQ(outcome(made::pod(), "lab"), expected) << level;
  }
}

TEST(SccAdmit, SkippedPodStaysAsItWas) {
  Pod pod = made::pod();
  pod.os = "windows";
  const Admission outcome = made::admitted(pod, made::world({}));
  EXPECT_EQ(outcome.pod, pod);
  EXPECT_FALSE(outcome.why.empty());
  EXPECT_TRUE(outcome.attempts.empty());
}

TEST(SccAdmit, MissingConstraintsOfOpenShiftRefuseEveryPod) {
  World world = made::world({made::granted(made::constraint())});
  std::erase_if(world.constraints, [](const Constraint& rule) { return rule.name == "nonroot" || rule.name == "anyuid"; });
  const Admission outcome = made::admitted(made::pod(), world);
  EXPECT_EQ(outcome.outcome, Outcome::refused);
  EXPECT_EQ(outcome.message,
            "pods \"worker\" is forbidden: securitycontextconstraints.security.openshift.io cache is missing anyuid, nonroot");
  EXPECT_TRUE(outcome.attempts.empty());
}

TEST(SccAdmit, AnnotationsOfTheNamespaceMayRefuseEveryPod) {
  World world = made::world({made::granted(made::constraint())});
  world.namespaces[0].annotations.erase("openshift.io/sa.scc.mcs");
  EXPECT_EQ(
      made::admitted(made::pod(), world).message,
      "pods \"worker\" is forbidden: error fetching namespace \"lab\": unable to find annotation openshift.io/sa.scc.mcs");
}

/// A range that nobody can read concerns whoever takes it; a constraint that is required by name and takes none is tried.
TEST(SccAdmit, UnreadableRangeRefusesUnlessTheOneConstraintThatIsRequiredTakesNone) {
  Constraint taker = ranked("taker", 3);
  taker.run_as_user = {.type = UserStrategy::must_run_as_range};
  World world = made::world({taker, made::granted(made::constraint())});
  world.namespaces[0].annotations["openshift.io/sa.scc.uid-range"] = "many";
  Pod pod = made::pod();
  const Admission refused = made::admitted(pod, world);
  EXPECT_EQ(refused.outcome, Outcome::refused);
  EXPECT_EQ(
      refused.message,
      "pods \"worker\" is forbidden: unable to find pre-allocated uid annotation for namespace lab while trying to configure "
      "SCC taker: expected integer");
  pod.annotations["openshift.io/required-scc"] = "lenient";
  EXPECT_EQ(made::admitted(pod, world).outcome, Outcome::admitted);
}

TEST(SccAdmit, AccountThatIsNotSetIsTheDefaultOne) {
  Constraint rule = made::constraint();
  rule.users = {"system:serviceaccount:lab:default"};
  Pod pod = made::pod();
  EXPECT_EQ(made::admitted(pod, made::world({rule})).outcome, Outcome::refused);
  pod.service_account.clear();
  EXPECT_EQ(made::admitted(pod, made::world({rule})).outcome, Outcome::admitted);
}

}  // namespace
}  // namespace railhead::manifest::scc
