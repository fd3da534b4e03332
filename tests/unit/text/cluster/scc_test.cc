// Denials of security context constraints: each error with its constraint, path, value and reason.
#include "tests/unit/text/cluster/pasted.h"

namespace railhead {
namespace {

using facts::SccDenial;
using test::event_in;

constexpr const char* kStart = "pods \"j-\" is forbidden: unable to validate against any security context constraint: ";

std::string shown(const SccDenial& denial) {
  return denial.constraint + "|" + denial.path + "|" + denial.value + "|" + denial.why;
}

std::vector<std::string> denials(const std::string& list) {
  std::vector<std::string> found;
  for (const SccDenial& denial : event_in(kStart + list).denials) found.push_back(shown(denial));
  return found;
}

using Strings = std::vector<std::string>;

TEST(Scc, CommasInValuesAndRangesSeparateNothing) {
  EXPECT_EQ(
      denials(
          "[provider a: .spec.securityContext.fsGroup: Invalid value: []int64{0, 5}: 0 is not an allowed group, provider a: "
          ".containers[0].runAsUser: Invalid value: 9: must be in the ranges: [1000, 1999]]"),
      (Strings{"a|.spec.securityContext.fsGroup|[]int64{0, 5}|0 is not an allowed group",
               "a|.containers[0].runAsUser|9|must be in the ranges: [1000, 1999]"}));
}

TEST(Scc, OnlyTheFirstErrorOfAConstraintNamesIt) {
  EXPECT_EQ(
      denials("[provider a: .spec.hostNetwork: Invalid value: true: no, spec.volumes[0]: Invalid value: \"hostPath\": not so, "
              "provider \"b\": Forbidden: not usable by user or serviceaccount, spec.hostPID: Invalid value: true: no]"),
      (Strings{"a|.spec.hostNetwork|true|no", "a|spec.volumes[0]|hostPath|not so", "|spec.hostPID|true|no"}));
}

TEST(Scc, ConstraintsThatMayNotBeUsedAreApart) {
  const auto event = event_in(std::string(kStart) +
                              "[provider \"b\": Forbidden: not usable by user or serviceaccount, provider \"c\": "
                              "Forbidden");
  EXPECT_TRUE(event.denials.empty());
  EXPECT_EQ(event.not_granted, (Strings{"b"}));  // the last one is cut off
  EXPECT_EQ(event.pod, "j-");
}

TEST(Scc, OldAndSingle) {
  EXPECT_EQ(denials("[capabilities.add: Invalid value: \"IPC_LOCK\": capability may not be added]"),
            (Strings{"|capabilities.add|IPC_LOCK|capability may not be added"}));
  EXPECT_EQ(denials("provider a: .containers[1].capabilities.add: Invalid value: \"IPC_LOCK\": capability may not be added"),
            (Strings{"a|.containers[1].capabilities.add|IPC_LOCK|capability may not be added"}));
}

TEST(Scc, WhatFollowsTheListIsNoPartOfIt) {
  EXPECT_EQ(denials("[provider a: .spec.hostPID: Invalid value: true: no], more: Invalid value: 1: x").size(), 1U);
}

TEST(Scc, ThousandsOfErrorsAreBounded) {
  std::string list = "[";
  for (int i = 0; i < 20'000; ++i) list += "x: Invalid value: 1: y, ";
  EXPECT_LE(event_in(kStart + list).denials.size(), 256U);
}

TEST(Scc, PodSecurityAndOtherPoliciesAreNone) {
  EXPECT_EQ(event_in("pods \"j\" is forbidden: violates PodSecurity \"baseline:latest\": non-default capabilities").word,
            facts::ClusterWord::pod_security);
  EXPECT_TRUE(test::is_left_alone("Warning: would violate PodSecurity \"baseline:latest\": non-default capabilities"));
  EXPECT_TRUE(
      test::is_left_alone("unable to validate against any pod security policy: [spec.hostPID: Invalid value: true: no]"));
}

}  // namespace
}  // namespace railhead
