#include "nri/hook/hook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>

namespace railhead::nri {
namespace {

using testing::HasSubstr;

constexpr std::string_view kState = R"({"id":"c1","status":"creating","pid":4711,"bundle":"/run/b"})";
constexpr std::string_view kRdma =
    R"({"annotations":{"memlock.railhead.dev/pod":"1Gi"},"linux":{"devices":[{"path":"/dev/infiniband/uverbs0","type":"c"}]}})";

/// A node with one process, 4711, and one bundle.
struct FakeNode {
  std::string config{kRdma};
  sys::LimitPair memlock = {.soft = 65536, .hard = 65536};
  std::string read = {};

  Machine machine() {
    Limiter limiter{.read = [this](int) -> sys::Outcome<sys::LimitPair> { return memlock; },
                    .set = [this](int resource, const sys::LimitPair& pair) -> sys::Outcome<bool> {
                      EXPECT_EQ(resource, RLIMIT_MEMLOCK);
                      memlock = pair;
                      return true;
                    }};
    return {
        .read = [this](const std::string& path) -> base::Result<std::string> {
          read = path;
          if (config.empty())
            return std::unexpected(base::Error{.code = base::Code::not_found, .message = "cannot read " + path});
          return config;
        },
        .sight =
            [](std::int64_t) { return Sight{.self = 2, .parent = 3, .exists = true, .own_mounts = "a", .its_mounts = "b"}; },
        .limiter = [limiter](std::int64_t) { return limiter; },
        .may_raise = true};
  }
};

const Policy kRejecting = [] {
  Policy policy = default_policy();
  policy.reject_errors = true;
  return policy;
}();

TEST(Hook, SetsWhatThePolicyGives) {
  FakeNode node;
  const auto done = run_hook(default_policy(), kState, node.machine(), false);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_TRUE(*done);
  EXPECT_EQ(node.read, "/run/b/config.json");
  EXPECT_EQ((*done)->decision.outcome, Outcome::set);
  EXPECT_EQ((*done)->settings.size(), 1U);
  EXPECT_EQ(node.memlock, (sys::LimitPair{.soft = 1U << 30U, .hard = 1U << 30U}));
}

TEST(Hook, TheDeviceAloneGivesAll) {
  FakeNode node{.config = R"({"linux":{"devices":[{"path":"/dev/infiniband/uverbs0","type":"c"}]}})"};
  ASSERT_TRUE(run_hook(default_policy(), kState, node.machine(), false));
  EXPECT_EQ(node.memlock, (sys::LimitPair{.soft = sys::kNoLimit, .hard = sys::kNoLimit}));
}

TEST(Hook, ContainersWithoutTheDeviceKeepWhatTheyHave) {
  FakeNode node{.config = R"({"annotations":{"memlock.railhead.dev/pod":"unlimited"}})"};
  const auto done = run_hook(default_policy(), kState, node.machine(), false);
  ASSERT_TRUE(done && *done);
  EXPECT_EQ((*done)->decision.outcome, Outcome::refused);
  EXPECT_EQ(node.memlock.hard, 65536U);
}

TEST(Hook, AuditChangesNothing) {
  FakeNode node;
  const auto done = run_hook(default_policy(), kState, node.machine(), true);
  ASSERT_TRUE(done && *done);
  EXPECT_EQ((*done)->decision.outcome, Outcome::set);
  EXPECT_TRUE((*done)->settings.empty());
  EXPECT_EQ(node.memlock.hard, 65536U);
}

TEST(Hook, WhatIsRejectedIsNotSet) {
  FakeNode node{.config = R"({"annotations":{"memlock.railhead.dev/pod":"lots"},)"
                          R"("linux":{"devices":[{"path":"/dev/infiniband/uverbs0","type":"c"}]}})"};
  const auto done = run_hook(kRejecting, kState, node.machine(), false);
  ASSERT_TRUE(done && *done);
  EXPECT_EQ((*done)->decision.outcome, Outcome::rejected);
  EXPECT_TRUE((*done)->settings.empty());
  EXPECT_EQ(node.memlock.hard, 65536U);
}

TEST(Hook, LimitsOfTheProcessAreKnownToThePolicy) {
  FakeNode node{.memlock = {.soft = sys::kNoLimit, .hard = sys::kNoLimit}};
  node.config = R"({"linux":{"devices":[{"path":"/dev/infiniband/uverbs0","type":"c"}]}})";
  const auto done = run_hook(default_policy(), kState, node.machine(), false);
  ASSERT_TRUE(done && *done);
  EXPECT_EQ((*done)->decision.outcome, Outcome::kept) << "it has all already";
}

TEST(Hook, SandboxesAreLeftAlone) {
  FakeNode node{.config = R"({"annotations":{"io.kubernetes.cri.container-type":"sandbox"},)"
                          R"("linux":{"devices":[{"path":"/dev/infiniband/uverbs0","type":"c"}]}})"};
  const auto done = run_hook(default_policy(), kState, node.machine(), false);
  ASSERT_TRUE(done);
  EXPECT_FALSE(*done);
  EXPECT_EQ(node.memlock.hard, 65536U);
}

TEST(Hook, WithoutAConfigNothingIsDone) {
  FakeNode node{.config = ""};
  const auto done = run_hook(default_policy(), kState, node.machine(), false);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("/run/b/config.json"));
}

TEST(Hook, ThePhaseIsLookedAtFirst) {
  FakeNode node;
  const auto done =
      run_hook(default_policy(), R"({"id":"c1","status":"running","pid":4711,"bundle":"/b"})", node.machine(), false);
  ASSERT_FALSE(done);
  EXPECT_EQ(node.read, "");
  EXPECT_EQ(node.memlock.hard, 65536U);
}

}  // namespace
}  // namespace railhead::nri
