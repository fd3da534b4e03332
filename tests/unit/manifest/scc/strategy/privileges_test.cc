#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

TEST(SccPrivileges, PrivilegedNeedsTheFlag) {
  Constraint rule = made::constraint("firm");
  const Pod pod = made::with(ContainerSecurity{.privileged = true});
  EXPECT_EQ(made::refused(rule, pod),
            Texts{"provider firm: .containers[0].privileged: Invalid value: true: Privileged containers are not allowed"});
  rule.privileged = true;
  EXPECT_EQ(made::refused(rule, pod), Texts{});
}

TEST(SccPrivileges, EscalationThatIsNotAllowedIsSetToFalse) {
  Constraint rule = made::constraint("firm");
  EXPECT_FALSE(made::filled_container(rule, made::pod()).privilege_escalation);
  rule.privilege_escalation = false;
  EXPECT_EQ(made::filled_container(rule, made::pod()).privilege_escalation, false);
  EXPECT_EQ(
      made::refused(rule, made::with(ContainerSecurity{.privilege_escalation = true})),
      Texts{"provider firm: .containers[0].allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for "
            "containers is not allowed"});
}

/// Which makes the pod invalid afterwards: the API lets no privileged container forgo escalation.
TEST(SccPrivileges, EscalationIsSetToFalseInPrivilegedContainersToo) {
  Constraint rule = made::constraint("firm");
  rule.privileged = true;
  rule.privilege_escalation = false;
  EXPECT_EQ(made::filled_container(rule, made::with(ContainerSecurity{.privileged = true})).privilege_escalation, false);
}

TEST(SccPrivileges, DefaultEscalationSparesPrivilegedContainersAndCapSysAdmin) {
  Constraint rule = made::constraint("firm");
  rule.privileged = true;
  rule.allowed_capabilities = {"*"};
  rule.default_privilege_escalation = false;
  EXPECT_EQ(made::filled_container(rule, made::pod()).privilege_escalation, false);
  EXPECT_FALSE(made::filled_container(rule, made::with(ContainerSecurity{.privileged = true})).privilege_escalation);
  EXPECT_FALSE(made::filled_container(rule, made::adding({"CAP_SYS_ADMIN"})).privilege_escalation);
  EXPECT_EQ(made::filled_container(rule, made::adding({"SYS_ADMIN"})).privilege_escalation, false);
  rule.default_privilege_escalation = true;
  EXPECT_EQ(made::filled_container(rule, made::pod()).privilege_escalation, true);
  EXPECT_EQ(made::filled_container(rule, made::with(ContainerSecurity{.privilege_escalation = false})).privilege_escalation,
            false);
}

TEST(SccPrivileges, ReadOnlyRootIsFilledInAndFalseRefused) {
  Constraint rule = made::constraint("firm");
  rule.read_only_root = true;
  EXPECT_EQ(made::filled_container(rule, made::pod()).read_only_root, true);
  EXPECT_EQ(
      made::refused(rule, made::with(ContainerSecurity{.read_only_root = false})),
      Texts{"provider firm: .containers[0].readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set "
            "to true"});
}

}  // namespace
}  // namespace railhead::manifest::scc
