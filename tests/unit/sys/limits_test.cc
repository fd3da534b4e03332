#include "sys/limits.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace railhead::sys {
namespace {

TEST(ProcessLimits, ResourcesByTheirNames) {
  EXPECT_EQ(resource_number("RLIMIT_MEMLOCK"), static_cast<int>(RLIMIT_MEMLOCK));
  EXPECT_EQ(resource_number("RLIMIT_NOFILE"), static_cast<int>(RLIMIT_NOFILE));
  EXPECT_EQ(resource_number("MEMLOCK"), std::nullopt);
  EXPECT_EQ(resource_number(""), std::nullopt);
}

TEST(ProcessLimits, OfAnotherProcess) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  ASSERT_GT(child, 0);
  EXPECT_TRUE(set_limits(child, RLIMIT_CORE, {.soft = 0, .hard = 4096}));
  const auto now = limits_of(child, RLIMIT_CORE);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(now);
  EXPECT_EQ(*now, (LimitPair{.soft = 0, .hard = 4096}));
  EXPECT_EQ(limits_of(child, RLIMIT_CORE).error(), Errno{ESRCH});
  EXPECT_EQ(set_limits(child, RLIMIT_CORE, {}).error(), Errno{ESRCH});
}

TEST(ProcessLimits, SoftAboveHardIsInvalid) {
  EXPECT_EQ(set_limits(::getpid(), RLIMIT_MEMLOCK, {.soft = 2, .hard = 1}).error(), Errno{EINVAL});
}

}  // namespace
}  // namespace railhead::sys
