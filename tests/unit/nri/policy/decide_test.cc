// What a policy makes of containers: every outcome, every reason.
#include <gtest/gtest.h>

#include "base/text.h"
#include "nri/policy/decision.h"
#include "nri/policy/match.h"
#include "nri/policy/read.h"

namespace railhead::nri {
namespace {

constexpr std::uint64_t kGi = std::uint64_t{1} << 30U;
constexpr std::uint64_t kMi = std::uint64_t{1} << 20U;

Policy policy(const std::string& spec) {
  const auto read = read_policy("apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nspec:\n" + spec, "p.yaml");
  EXPECT_TRUE(read) << read.error().message;
  return read.value_or(Policy{});
}

/// A rule that takes every container.
Policy rule(const std::string& rest) { return policy("  rules: [{name: r, " + rest + "}]\n"); }

Subject subject(Texts annotations = {}) {
  return {.space = "team-a", .pod = "train-0", .container = "main", .annotations = std::move(annotations)};
}

Subject with_device(Texts annotations = {}) {
  Subject one = subject(std::move(annotations));
  one.devices = {{.path = "/dev/infiniband/uverbs0", .type = "c", .major = 231, .minor = 192}};
  return one;
}

Texts asks(std::string value) { return {{"memlock.railhead.dev/pod", std::move(value)}}; }

using Reasons = std::vector<std::string>;

void expect(const Decision& decision, Outcome outcome, const std::vector<Rlimit>& limits, const Reasons& reasons) {
  EXPECT_EQ(name(decision.outcome), name(outcome));
  EXPECT_EQ(decision.limits, limits);
  EXPECT_EQ(decision.reasons, reasons);
}

Rlimit memlock(std::uint64_t soft, std::uint64_t hard) { return {"RLIMIT_MEMLOCK", soft, hard}; }
Rlimit memlock(std::uint64_t both) { return memlock(both, both); }

constexpr Node kNode{.memory = 1000 * kMi};

TEST(Decide, TheBuiltInPolicy) {
  expect(decide(default_policy(), kNode, with_device()), Outcome::set, {memlock(kUnlimited)},
         {"rule rdma: /dev/infiniband/uverbs0 is among its devices", "rule rdma gives unlimited"});
  expect(decide(default_policy(), kNode, subject()), Outcome::kept, {}, {"no rule matches"});
  expect(decide(default_policy(), kNode, with_device(asks("64Gi"))), Outcome::set, {memlock(64 * kGi)},
         {"rule rdma: /dev/infiniband/uverbs0 is among its devices", "annotation memlock.railhead.dev/pod asks for 64 GiB"});
  expect(decide(default_policy(), kNode, subject(asks("64Gi"))), Outcome::refused, {},
         {"no rule matches", "annotation memlock.railhead.dev/pod asks for limits, and no rule matches"});
  EXPECT_EQ(decide(default_policy(), kNode, with_device()).rule, "rdma");
  EXPECT_EQ(decide(default_policy(), kNode, subject()).rule, "");
}

TEST(Decide, NoPolicyAtAll) { expect(decide({}, {}, with_device()), Outcome::kept, {}, {"no rule matches"}); }

TEST(Decide, CutToTheCeiling) {
  const Policy up_to = rule("memlock: 1Gi, ceiling: 8Gi");
  expect(decide(up_to, kNode, subject(asks("64Gi"))), Outcome::capped, {memlock(8 * kGi)},
         {"rule r: it takes every container", "annotation memlock.railhead.dev/pod asks for 64 GiB",
          "cut to the ceiling of 8 GiB"});
  expect(decide(up_to, kNode, subject(asks("16Gi:unlimited"))), Outcome::capped, {memlock(8 * kGi)},
         {"rule r: it takes every container", "annotation memlock.railhead.dev/pod asks for 16 GiB soft and unlimited hard",
          "cut to the ceiling of 8 GiB"});
  expect(decide(up_to, kNode, subject(asks("8Gi"))), Outcome::set, {memlock(8 * kGi)},
         {"rule r: it takes every container", "annotation memlock.railhead.dev/pod asks for 8 GiB"});
  const Decision lower = decide(up_to, kNode, subject(asks("64Mi:128Mi")));
  EXPECT_EQ(lower.limits, std::vector<Rlimit>{memlock(64 * kMi, 128 * kMi)})
      << "an annotation may ask for less than the rule gives";
}

TEST(Decide, OnlyWhoAsks) {
  const Policy only = rule("ceiling: 8Gi");
  expect(decide(only, kNode, subject()), Outcome::kept, {},
         {"rule r: it takes every container", "rule r gives to those alone who ask"});
  EXPECT_EQ(decide(only, kNode, subject(asks("4Gi"))).limits, std::vector<Rlimit>{memlock(4 * kGi)});
  expect(decide(rule("limits: []"), kNode, subject()), Outcome::kept, {},
         {"rule r: it takes every container", "rule r gives nothing"});
}

TEST(Decide, BadAnnotations) {
  const Texts bad = asks("lots");
  const std::string why =
      "annotation memlock.railhead.dev/pod is refused: expected a size (8Gi), unlimited, node-memory*0.9 or SOFT:HARD of "
      "these, found \"lots\"";
  expect(decide(rule("memlock: 1Gi"), kNode, subject(bad)), Outcome::refused, {memlock(kGi)},
         {"rule r: it takes every container", "rule r gives 1 GiB", why});
  expect(decide(policy("  onError: reject\n  rules: [{name: r, memlock: 1Gi}]\n"), kNode, subject(bad)), Outcome::rejected, {},
         {"rule r: it takes every container", why + "; the policy says onError: reject"});
  EXPECT_EQ(
      decide(policy("  onError: reject\n  annotations: ignore\n  rules: [{name: r, memlock: 1Gi}]\n"), kNode, subject(bad))
          .outcome,
      Outcome::refused)
      << "what does not count is not bad";
  EXPECT_EQ(decide(policy("  onError: reject\n  rules: []\n"), kNode, subject(bad)).outcome, Outcome::refused);
}

TEST(Decide, AnnotationsThatDoNotCount) {
  const Policy ignoring = policy(
      "  namespaces: [{name: team-b, annotations: honour}, {name: team-*, annotations: ignore}]\n  rules: [{name: r, memlock: "
      "1Gi, ceiling: 8Gi}]\n");
  expect(decide(ignoring, kNode, subject(asks("4Gi"))), Outcome::refused, {memlock(kGi)},
         {"rule r: it takes every container", "rule r gives 1 GiB",
          "annotation memlock.railhead.dev/pod does not count: annotations are ignored in namespace team-a"});
  EXPECT_EQ(decide(ignoring, kNode, subject()).outcome, Outcome::set) << "nobody asks";
  Subject other = subject(asks("4Gi"));
  other.space = "team-b";
  EXPECT_EQ(decide(ignoring, kNode, other).limits, std::vector<Rlimit>{memlock(4 * kGi)}) << "the first that matches counts";
  other.space = "elsewhere";
  EXPECT_EQ(decide(ignoring, kNode, other).outcome, Outcome::set);
}

TEST(Decide, SeveralLimits) {
  const Policy two =
      rule("memlock: 1Gi, limits: [{type: nofile, soft: 1024, hard: 65536, ceiling: 100000}, {type: nproc, ceiling: 64}]");
  expect(decide(two, kNode, subject()), Outcome::set, {memlock(kGi), {"RLIMIT_NOFILE", 1024, 65536}},
         {"rule r: it takes every container", "rule r gives 1 GiB", "rule r gives nofile 1024 soft and 65536 hard"});
  const Texts list = {
      {"ulimits.noderesource.dev/container.main",
       "[{type: nofile, soft: 5, hard: 200000}, {type: core, soft: 0, hard: 0}, {type: nproc, soft: 64, hard: 64}]"}};
  expect(decide(two, kNode, subject(list)), Outcome::refused,
         {{"RLIMIT_NOFILE", 5, 100000}, {"RLIMIT_NPROC", 64, 64}, memlock(kGi)},
         {"rule r: it takes every container",
          "annotation ulimits.noderesource.dev/container.main asks for nofile 5 soft and 200000 hard",
          "annotation ulimits.noderesource.dev/container.main asks for nproc 64", "rule r gives 1 GiB",
          "cut nofile to the ceiling of 100000",
          "annotation ulimits.noderesource.dev/container.main asks for core, which is not rule r's to give"});
  expect(decide(two, kNode, subject({{"ulimits.noderesource.dev/container.main", "[]"}})), Outcome::set,
         {memlock(kGi), {"RLIMIT_NOFILE", 1024, 65536}},
         {"rule r: it takes every container", "annotation ulimits.noderesource.dev/container.main asks for nothing",
          "rule r gives 1 GiB", "rule r gives nofile 1024 soft and 65536 hard"});
}

TEST(Decide, MemlockThatTheRuleDoesNotGive) {
  expect(decide(rule("limits: [{type: nofile, hard: 5}]"), kNode, subject(asks("1Gi"))), Outcome::refused,
         {{"RLIMIT_NOFILE", 5, 5}},
         {"rule r: it takes every container", "rule r gives nofile 5",
          "annotation memlock.railhead.dev/pod asks for memlock, which is not rule r's to give"});
}

TEST(Decide, NothingThatIsThereIsLowered) {
  Subject rich = subject();
  rich.limits = {memlock(16 * kMi, 4 * kGi), {"RLIMIT_NOFILE", 1, 1}};
  EXPECT_EQ(decide(rule("memlock: 1Gi"), kNode, rich).limits, std::vector<Rlimit>{memlock(kGi, 4 * kGi)})
      << "soft is raised, hard stays";
  rich.limits = {memlock(8 * kGi)};
  expect(decide(rule("memlock: 1Gi"), kNode, rich), Outcome::kept, {},
         {"rule r: it takes every container", "rule r gives 1 GiB", "it has 8 GiB already"});
  rich.annotations = asks("64Gi");
  expect(decide(rule("memlock: 1Gi"), kNode, rich), Outcome::capped, {},
         {"rule r: it takes every container", "annotation memlock.railhead.dev/pod asks for 64 GiB", "it has 8 GiB already",
          "cut to 8 GiB, which it has anyhow, more than the ceiling of 1 GiB"});
  rich.annotations = asks("64Mi");
  EXPECT_EQ(decide(rule("memlock: 1Gi"), kNode, rich).limits, std::vector<Rlimit>{memlock(64 * kMi)})
      << "an annotation may lower";
}

TEST(Decide, SharesOfTheNodesMemory) {
  const Policy share = rule("memlock: node-memory*0.9, ceiling: node-memory*0.95");
  EXPECT_EQ(decide(share, kNode, subject()).limits, std::vector<Rlimit>{memlock(900 * kMi)});
  expect(decide(share, {}, subject()), Outcome::kept, {},
         {"rule r: it takes every container", "rule r: its memlock is a share of the node's memory, which is not known"});
  expect(
      decide(share, {}, subject(asks("1Gi"))), Outcome::refused, {},
      {"rule r: it takes every container", "rule r: its memlock is a share of the node's memory, which is not known",
       "annotation memlock.railhead.dev/pod asks for 1 GiB: the ceiling is a share of the node's memory, which is not known"});
  expect(decide(rule("memlock: 1Gi, ceiling: 8Gi"), {}, subject(asks("node-memory*0.5"))), Outcome::refused, {memlock(kGi)},
         {"rule r: it takes every container", "rule r gives 1 GiB",
          "annotation memlock.railhead.dev/pod asks for node-memory*0.5: that is a share of the node's memory, which is not "
          "known"});
  EXPECT_EQ(decide(share, kNode, subject(asks("unlimited"))).limits, std::vector<Rlimit>{memlock(950 * kMi)});
  const Policy mixed = rule("memlock: {soft: 1Gi, hard: node-memory*0.5}");
  EXPECT_EQ(decide(mixed, kNode, subject()).limits, std::vector<Rlimit>{memlock(500 * kMi)}) << "soft is never above hard";
  EXPECT_EQ(decide(rule("memlock: node-memory*0.9, ceiling: 64Mi"), kNode, subject(asks("unlimited"))).limits,
            std::vector<Rlimit>{memlock(900 * kMi)})
      << "who asks gets no less than who does not";
}

TEST(Decide, FirstMatchingRule) {
  const Policy several = policy(
      "  rules:\n    - {name: shut, match: {namespaces: [kube-*]}, limits: []}\n    - {name: rdma, match: {rdmaDevice: true}, "
      "memlock: unlimited}\n"
      "    - {name: rest, memlock: 64Mi}\n");
  EXPECT_EQ(decide(several, kNode, with_device()).rule, "rdma");
  EXPECT_EQ(decide(several, kNode, subject()).rule, "rest");
  Subject system = with_device();
  system.space = "kube-system";
  expect(decide(several, kNode, system), Outcome::kept, {},
         {"rule shut: its namespace is kube-system", "rule shut gives nothing"});
}

TEST(Decide, ReasonsAreShortAndPrintableWhateverThePodSays) {
  const std::string hostile = std::string(3000, '\xff') + "\x1b[2J\n\u202e";
  Subject one = with_device();
  one.space = hostile;
  one.container = hostile;
  one.labels = {{"app", hostile}};
  one.devices[0].path = "/dev/infiniband/" + hostile;
  one.annotations = {{"memlock.railhead.dev/container." + hostile, hostile}, {"a" + hostile, hostile}};
  for (const std::string match : {"{namespaces: ['*']}", "{labels: {'*': '*'}, rdmaDevice: true, annotations: {'*': '*'}}"}) {
    for (const std::string honour : {"honour", "ignore"}) {
      const Decision decision =
          decide(policy("  annotations: " + honour + "\n  rules: [{name: r, memlock: 1Gi, match: " + match + "}]\n"), {}, one);
      EXPECT_EQ(decision.outcome, Outcome::refused);
      for (const std::string& reason : decision.reasons) {
        EXPECT_LT(reason.size(), 600U);
        EXPECT_EQ(base::one_line(reason), reason);
      }
    }
  }
}

}  // namespace
}  // namespace railhead::nri
