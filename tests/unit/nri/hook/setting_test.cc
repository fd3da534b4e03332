#include "nri/hook/setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>
#include <map>

namespace railhead::nri {
namespace {

using sys::LimitPair;
using testing::HasSubstr;

const std::string kMemlock = "RLIMIT_MEMLOCK";

/// A process whose limits are here.
struct FakeProcess {
  std::map<int, LimitPair> limits = {{RLIMIT_MEMLOCK, {.soft = 65536, .hard = 65536}}};
  int refusal = 0;  // an errno
  int calls = 0;

  Limiter limiter() {
    return {.read = [this](int resource) -> sys::Outcome<LimitPair> { return limits.at(resource); },
            .set = [this](int resource, const LimitPair& pair) -> sys::Outcome<bool> {
              ++calls;
              if (refusal != 0) return std::unexpected(sys::Errno{refusal});
              limits[resource] = pair;
              return true;
            }};
  }
};

Rlimit memlock(std::uint64_t soft, std::uint64_t hard) { return {.type = kMemlock, .soft = soft, .hard = hard}; }

TEST(HookSetting, IsSet) {
  FakeProcess process;
  const auto done = set_all({memlock(1024, kUnlimited)}, {}, true, process.limiter());
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].problem + done[0].note, "");
  EXPECT_EQ(process.limits[RLIMIT_MEMLOCK], (LimitPair{.soft = 1024, .hard = sys::kNoLimit}));
}

TEST(HookSetting, WhatIsThereAlreadyNeedsNoRights) {
  FakeProcess process{.refusal = EPERM};
  const auto done = set_all({memlock(65536, 65536)}, {}, false, process.limiter());
  EXPECT_EQ(done[0].problem, "");
  EXPECT_EQ(process.calls, 0);
}

TEST(HookSetting, ARuntimeWithoutTheRight) {
  FakeProcess process{.refusal = EPERM};
  const auto done = set_all({memlock(kUnlimited, kUnlimited)}, {}, false, process.limiter());
  EXPECT_THAT(done[0].problem,
              AllOf(HasSubstr("RLIMIT_MEMLOCK was not set to unlimited: EPERM"), HasSubstr("CAP_SYS_RESOURCE")));
}

TEST(HookSetting, AProcessThatIsGone) {
  FakeProcess process{.refusal = ESRCH};
  const auto done = set_all({memlock(1, 2)}, {}, true, process.limiter());
  EXPECT_EQ(done[0].problem, "RLIMIT_MEMLOCK was not set to 2: ESRCH");
}

TEST(HookSetting, AConfigThatSetsItWinsOnRunc) {
  FakeProcess process;
  const auto done = set_all({memlock(kUnlimited, kUnlimited)}, {memlock(65536, 65536)}, true, process.limiter());
  EXPECT_EQ(done[0].problem, "");
  EXPECT_THAT(done[0].note, AllOf(HasSubstr("config.json sets RLIMIT_MEMLOCK to 65536:65536"), HasSubstr("--ulimit")));
  EXPECT_EQ(process.limits[RLIMIT_MEMLOCK].hard, sys::kNoLimit) << "on crun it lasts";
}

TEST(HookSetting, AConfigThatSetsTheSameIsNoNews) {
  FakeProcess process;
  EXPECT_EQ(set_all({memlock(7, 7)}, {memlock(7, 7)}, true, process.limiter())[0].note, "");
}

TEST(HookSetting, LoweringUnderAConfigCouldKeepTheContainerFromStarting) {
  FakeProcess process;
  const auto done = set_all({memlock(1, 1)}, {memlock(65536, 65536)}, false, process.limiter());
  EXPECT_THAT(done[0].problem, HasSubstr("not lowered here"));
  EXPECT_EQ(process.calls, 0);
  EXPECT_EQ(set_all({memlock(1, 1)}, {memlock(65536, 65536)}, true, process.limiter())[0].problem, "");
  EXPECT_EQ(process.calls, 1);
}

TEST(HookSetting, ASoftLimitIsNeverAboveTheHardOne) {
  FakeProcess process;
  set_all({memlock(9, 5)}, {}, true, process.limiter());
  EXPECT_EQ(process.limits[RLIMIT_MEMLOCK], (LimitPair{.soft = 5, .hard = 5}));
}

TEST(HookSetting, ALimitThatLinuxHasNot) {
  FakeProcess process;
  EXPECT_THAT(set_all({{.type = "RLIMIT_LUCK"}}, {}, true, process.limiter())[0].problem, HasSubstr("RLIMIT_LUCK is no limit"));
}

TEST(HookSetting, LimitsAtStart) {
  FakeProcess process;
  EXPECT_EQ(limits_at_start({}, {kMemlock, "RLIMIT_LUCK"}, process.limiter()), (std::vector<Rlimit>{memlock(65536, 65536)}));
  EXPECT_EQ(limits_at_start({memlock(1, 2)}, {kMemlock}, process.limiter()), (std::vector<Rlimit>{memlock(1, 2)}));
}

}  // namespace
}  // namespace railhead::nri
