#include "nri/hook/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace railhead::nri {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kPid = 4711;
const State kState = {.status = "creating", .pid = kPid, .bundle = "/b"};
const Sight kSight = {.self = 100, .parent = 99, .exists = true, .own_mounts = "mnt:[1]", .its_mounts = "mnt:[2]"};

std::string refusal(State state, const Sight& sight = kSight) {
  const base::Result<void> done = check_target(state, sight);
  return done ? "" : done.error().message + " " + done.error().suggestion;
}

State with_pid(std::int64_t pid) {
  State state = kState;
  state.pid = pid;
  return state;
}

State with_status(const std::string& status) {
  State state = kState;
  state.status = status;
  return state;
}

TEST(HookTarget, TheInitOfAContainerThatIsMade) {
  EXPECT_EQ(refusal(kState), "");
  EXPECT_EQ(refusal(with_status("created")), "") << "as crun says it";
}

TEST(HookTarget, AnotherPhase) {
  for (const char* status : {"running", "stopped", "", "CREATED"})
    EXPECT_THAT(refusal(with_status(status)), AllOf(HasSubstr("status"), HasSubstr("createRuntime"))) << status;
}

TEST(HookTarget, CrunsCreateContainerHasNoPid) { EXPECT_THAT(refusal(with_pid(0)), HasSubstr("has no pid")); }

TEST(HookTarget, RuncsCreateContainerHasPidOne) { EXPECT_THAT(refusal(with_pid(1)), HasSubstr("pid 1")); }

TEST(HookTarget, NeitherHookNorRuntime) {
  EXPECT_THAT(refusal(with_pid(100)), HasSubstr("the hook's own"));
  EXPECT_THAT(refusal(with_pid(99)), HasSubstr("the runtime's own"));
}

TEST(HookTarget, NoPid) {
  EXPECT_THAT(refusal(with_pid(-1)), HasSubstr("no process has"));
  EXPECT_THAT(refusal(with_pid(std::int64_t{1} << 40)), HasSubstr("no process has"));
}

TEST(HookTarget, AProcessThatIsNotThere) {
  Sight sight = kSight;
  sight.exists = false;
  EXPECT_THAT(refusal(kState, sight), HasSubstr("there is no process 4711"));
}

TEST(HookTarget, AProcessThatIsNoContainers) {
  Sight sight = kSight;
  sight.its_mounts = sight.own_mounts;
  EXPECT_THAT(refusal(kState, sight), HasSubstr("mounts of the hook itself"));
}

TEST(HookTarget, MountsThatMayNotBeSeenAreTakenForIts) {
  Sight sight = kSight;
  sight.its_mounts.clear();
  EXPECT_EQ(refusal(kState, sight), "");
  sight.own_mounts.clear();
  EXPECT_EQ(refusal(kState, sight), "");
}

TEST(HookTarget, WhatProcSays) {
  const Sight own = sight_of(::getpid());
  EXPECT_EQ(own.self, ::getpid());
  EXPECT_EQ(own.parent, ::getppid());
  EXPECT_TRUE(own.exists);
  EXPECT_TRUE(own.own_mounts.starts_with("mnt:[")) << own.own_mounts;
  EXPECT_EQ(own.own_mounts, own.its_mounts);
  EXPECT_FALSE(sight_of(0).exists);
  EXPECT_FALSE(sight_of(std::int64_t{1} << 40).exists);
}

}  // namespace
}  // namespace railhead::nri
