#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

using Names = std::vector<std::string>;

Constraint capable(Names allowed, Names defaults = {}, Names drops = {}) {
  Constraint rule = made::constraint("capable");
  rule.allowed_capabilities = std::move(allowed);
  rule.default_capabilities = std::move(defaults);
  rule.required_drops = std::move(drops);
  return rule;
}

Pod asking(Names add, Names drop) {
  return made::with(ContainerSecurity{.capabilities = Capabilities{std::move(add), std::move(drop)}});
}

Capabilities filled(const Constraint& rule, Pod pod) {
  return made::filled_container(rule, std::move(pod)).capabilities.value_or(Capabilities{{"nothing"}, {}});
}

TEST(SccCapabilities, OnlyAllowedAndDefaultNamesMayBeAdded) {
  EXPECT_EQ(made::refused(capable({"SYS_NICE"}, {"IPC_LOCK"}), made::adding({"SYS_NICE", "IPC_LOCK"})), Texts{});
  EXPECT_EQ(made::refused(capable({"SYS_NICE"}), made::adding({"SYS_NICE", "CHOWN"})),
            Texts{"provider capable: .containers[0].capabilities.add: Invalid value: \"CHOWN\": capability may not be added"});
}

TEST(SccCapabilities, NamesCountLetterByLetter) {
  EXPECT_EQ(made::refused(capable({"IPC_LOCK"}), made::adding({"CAP_IPC_LOCK", "ipc_lock"})).size(), 2U);
}

TEST(SccCapabilities, StarAllowsAllAndTheWordAllOnlyItself) {
  EXPECT_EQ(made::refused(capable({"*"}), made::adding({"SYS_ADMIN", "ALL"})), Texts{});
  EXPECT_EQ(made::refused(capable({"ALL"}), made::adding({"ALL"})), Texts{});
  EXPECT_EQ(made::refused(capable({"ALL"}), made::adding({"SYS_ADMIN"})).size(), 1U);
}

TEST(SccCapabilities, RequiredDropsJoinThoseOfTheContainerSorted) {
  EXPECT_EQ(filled(capable({}, {}, {"ALL"}), asking({}, {"KILL"})), (Capabilities{{}, {"ALL", "KILL"}}));
  EXPECT_EQ(filled(capable({}, {}, {"MKNOD", "KILL"}), made::pod()), (Capabilities{{}, {"KILL", "MKNOD"}}));
}

TEST(SccCapabilities, DefaultsAreAddedBesideADropOfAll) {
  EXPECT_EQ(filled(capable({}, {"IPC_LOCK"}), asking({}, {"ALL"})), (Capabilities{{"IPC_LOCK"}, {"ALL"}}));
}

TEST(SccCapabilities, DefaultThatIsDroppedByNameIsNotAdded) {
  EXPECT_EQ(filled(capable({}, {"IPC_LOCK"}), asking({}, {"IPC_LOCK"})), (Capabilities{{}, {"IPC_LOCK"}}));
  EXPECT_EQ(filled(capable({}, {"IPC_LOCK"}), asking({"IPC_LOCK"}, {"IPC_LOCK"})), (Capabilities{{"IPC_LOCK"}, {"IPC_LOCK"}}));
}

TEST(SccCapabilities, ListsStayAsTheyWereWhereNothingComesIn) {
  EXPECT_EQ(filled(capable({"SYS_NICE", "IPC_LOCK"}, {}, {"ALL"}), asking({"SYS_NICE", "IPC_LOCK"}, {"KILL", "ALL"})),
            (Capabilities{{"SYS_NICE", "IPC_LOCK"}, {"KILL", "ALL"}}));
  EXPECT_EQ(filled(capable({"SYS_NICE", "IPC_LOCK"}, {}, {"ALL"}), asking({"SYS_NICE", "IPC_LOCK"}, {})),
            (Capabilities{{"IPC_LOCK", "SYS_NICE"}, {"ALL"}}));
  EXPECT_FALSE(made::filled_container(capable({}), made::pod()).capabilities);
}

TEST(SccCapabilities, WhatMustBeDroppedMayNotBeAdded) {
  EXPECT_EQ(made::refused(capable({}, {}, {"SYS_TIME"}), made::adding({"SYS_TIME"})).size(), 1U);
}

TEST(SccCapabilities, PrivilegedContainersGetThemAllTheSame) {
  Constraint rule = capable({}, {"IPC_LOCK"}, {"MKNOD"});
  rule.privileged = true;
  EXPECT_EQ(filled(rule, made::with(ContainerSecurity{.privileged = true})), (Capabilities{{"IPC_LOCK"}, {"MKNOD"}}));
}

TEST(SccCapabilities, NamesAreQuotedAsGoDoes) {
  EXPECT_EQ(
      made::refused(capable({}), made::adding({"A\"\n\x01\xff\\é"})),
      Texts{"provider capable: .containers[0].capabilities.add: Invalid value: \"A\\\"\\n\\x01\\xff\\\\é\": capability may "
            "not be added"});
}

}  // namespace
}  // namespace railhead::manifest::scc
