#include "nri/hook/unseen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

using testing::HasSubstr;

constexpr Amount kGiB{.value = std::uint64_t{1} << 30U};

Rule rule(const std::string& name, Match match) {
  return {.name = name,
          .match = std::move(match),
          .grants = {{.type = "RLIMIT_MEMLOCK", .soft = kGiB, .hard = kGiB, .ceiling = kGiB}}};
}

const Subject kSubject = {.space = "team", .pod = "p", .container = "c"};

TEST(HookUnseen, RulesThatAskForNothingUnseenAreHeldAsAlways) {
  const Decision decision = decide_unseen({.rules = {rule("all", {})}}, {}, kSubject);
  EXPECT_EQ(decision.outcome, Outcome::set);
  EXPECT_EQ(decision.limits.size(), 1U);
}

TEST(HookUnseen, ARuleByLabelsEndsTheSearch) {
  const Decision decision =
      decide_unseen({.rules = {rule("labelled", {.labels = {{"app", "x"}}}), rule("all", {})}}, {}, kSubject);
  EXPECT_EQ(decision.outcome, Outcome::kept);
  EXPECT_EQ(decision.rule, "labelled");
  EXPECT_TRUE(decision.limits.empty());
  ASSERT_EQ(decision.reasons.size(), 1U);
  EXPECT_THAT(decision.reasons[0], HasSubstr("labels, which a hook is not told"));
}

TEST(HookUnseen, ARuleByRuntimeClassToo) {
  const Decision decision = decide_unseen({.rules = {rule("class", {.runtime_classes = {"kata"}})}}, {}, kSubject);
  EXPECT_EQ(decision.outcome, Outcome::kept);
  EXPECT_THAT(decision.reasons.at(0), HasSubstr("runtime class"));
}

TEST(HookUnseen, OneThatCannotMatchAnyhowIsPassedOver) {
  const Rule other = rule("other", {.namespaces = {"elsewhere"}, .labels = {{"app", "x"}}});
  const Decision decision = decide_unseen({.rules = {other, rule("all", {})}}, {}, kSubject);
  EXPECT_EQ(decision.rule, "all");
  EXPECT_EQ(decision.outcome, Outcome::set);
}

TEST(HookUnseen, ALaterOneDoesNotMatter) {
  const Decision decision =
      decide_unseen({.rules = {rule("all", {}), rule("labelled", {.labels = {{"app", "x"}}})}}, {}, kSubject);
  EXPECT_EQ(decision.rule, "all");
}

}  // namespace
}  // namespace railhead::nri
