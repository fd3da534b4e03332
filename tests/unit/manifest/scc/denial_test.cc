#include "manifest/scc/denial.h"

#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

TEST(SccDenial, EntriesFollowTheOrderOfTheConstraints) {
  Constraint closed = made::granted(made::constraint("closed"));
  closed.priority = 2;
  const Constraint foreign = made::constraint("foreign");
  const Attempt no = {.constraint = &foreign};
  Pod pod = made::adding({"SYS_TIME", "SYS_BOOT"});
  const Attempt yes = {.constraint = &closed,
                       .access = {AccessBy::user},
                       .asked = true,
                       .refusals = try_constraint(closed, pod, made::ranges())};
  EXPECT_EQ(none_admits(pod, {yes, no}, false),
            "pods \"worker\" is forbidden: unable to validate against any security context constraint: [provider closed: "
            ".containers[0].capabilities.add: Invalid value: \"SYS_TIME\": capability may not be added, provider closed: "
            ".containers[0].capabilities.add: Invalid value: \"SYS_BOOT\": capability may not be added, provider \"foreign\": "
            "Forbidden: not usable by user or serviceaccount]");
}

TEST(SccDenial, EqualTextsAreListedOnceAndOneAloneHasNoBrackets) {
  EXPECT_EQ(aggregated({"a", "b", "a"}), "[a, b]");
  EXPECT_EQ(aggregated({"a", "a"}), "a");
}

/// The texts about seccomp and sysctls do not name the constraint, so those of a later one may not show.
TEST(SccDenial, SysctlThatTwoConstraintsRefuseIsListedOnce) {
  World world = made::world({made::granted(made::constraint("one")), made::granted(made::constraint("two"))});
  const Admission outcome = made::admitted(made::with(PodSecurity{.sysctls = {{"kernel.sem", "1"}}}), world);
  const std::string text = "spec.securityContext.sysctls[0]: Forbidden: unsafe sysctl \"kernel.sem\" is not allowed";
  const std::size_t first = outcome.message.find(text);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(outcome.message.find(text, first + 1), std::string::npos);
}

TEST(SccDenial, PodWithoutANameGoesByItsGenerateName) {
  EXPECT_EQ(forbidden({.generate_name = "worker-"}, "no"), "pods \"worker-\" is forbidden: no");
  EXPECT_EQ(forbidden({.name = "worker-1", .generate_name = "worker-"}, "no"), "pods \"worker-1\" is forbidden: no");
  EXPECT_EQ(forbidden({}, "no"), "pods \"Unknown\" is forbidden: no");
}

TEST(SccDenial, HintAtRestrictedWhereItWouldAdmitThePodAndMayNotBeUsed) {
  const std::string hint =
      ", no access to scc/restricted: Forbidden: the pod fails to validate against the `restricted-v2` security context "
      "constraint, but would validate successfully against the `restricted` security context constraint]";
  const Constraint open = made::constraint("restricted");
  Constraint closed = made::granted(made::constraint("restricted-v2"));
  closed.privilege_escalation = false;
  const Pod pod = made::with(ContainerSecurity{.privilege_escalation = true});
  EXPECT_TRUE(made::admitted(pod, made::world({open, closed})).message.ends_with(hint));
  Constraint also_closed = open;
  also_closed.privilege_escalation = false;
  EXPECT_FALSE(made::admitted(pod, made::world({also_closed, closed})).message.ends_with(hint));
  const Admission required = [&] {
    Pod asking = pod;
    asking.annotations["openshift.io/required-scc"] = "restricted-v2";
    return made::admitted(asking, made::world({open, closed}));
  }();
  EXPECT_EQ(required.message.find("no access"), std::string::npos);
}

TEST(SccDenial, WithoutRestrictedV2ThereIsNoHint) {
  World world = made::world({made::constraint("restricted")});
  Pod pod = made::pod();
  pod.annotations["openshift.io/required-scc"] = "restricted";
  EXPECT_EQ(made::admitted(pod, world).message.find("no access"), std::string::npos);
}

}  // namespace
}  // namespace railhead::manifest::scc
