#include "probe/host/pinning.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/format.h"
#include "facts/host/pin_ramp.h"
#include "sys/child.h"
#include "sys/self/pin_trial.h"
#include "tests/support/place.h"

namespace railhead::probe {
namespace {

using namespace std::chrono_literals;

TEST(Pinning, OnlyInALiveWorldAtLevelFull) {
  const test::Place place("");
  EXPECT_TRUE(pinning(place.world(), Level::full, {}).locked.not_asked());
  sys::World live = place.world();
  live.live = true;
  EXPECT_TRUE(pinning(live, Level::open, {}).locked.not_asked());
}

TEST(Pinning, LocksOrSaysWhatStoppedIt) {
  sys::World live = test::Place("").world();
  live.live = true;
  const facts::Pinning pinned = pinning(live, Level::full, {}, base::mebibytes(2));
  ASSERT_TRUE(pinned.locked);
  EXPECT_EQ(pinned.locked->bound, base::mebibytes(2));
  EXPECT_EQ(pinned.locked->all, pinned.locked->stopped_by.empty());
  EXPECT_EQ(pinned.locked->all, pinned.locked->largest == pinned.locked->bound);
  EXPECT_TRUE(pinned.registered || !pinned.registered.missing().detail.empty());
}

TEST(Pinning, NothingIsTriedWithoutFreeMemory) {
  sys::World live = test::Place("").world();
  live.live = true;
  facts::Memory full;
  full.available = {base::Bytes{100}, "/proc/meminfo"};
  EXPECT_EQ(pinning(live, Level::full, full).locked.missing().why, facts::Why::unavailable);
}

/// As an unprivileged user under a limit of `limit` bytes; the kernel's own answer is what is tested.
std::string ramp_under(std::uint64_t limit) {
  const rlimit both{.rlim_cur = limit, .rlim_max = limit};
  if (::setrlimit(RLIMIT_MEMLOCK, &both) != 0) return "no setrlimit";
  if (::getuid() == 0 && ::setuid(65534) != 0) return "no setuid";
  const facts::RampResult result = facts::ramp(base::mebibytes(4).value, 4096, sys::try_lock);
  return base::format("{} {}", result.largest, sys::symbol({result.stopped_by}));
}

TEST(Pinning, TheKernelStopsAtTheLimitToThePage) {
  if (::sysconf(_SC_PAGESIZE) != 4096) GTEST_SKIP() << "pages are not 4 KiB here";
  const auto answer = sys::in_child("a ramp", [] { return ramp_under(base::kibibytes(60).value); }, 10s);
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, "61440 ENOMEM");
  const auto none = sys::in_child("a ramp", [] { return ramp_under(0); }, 10s);
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, "0 EPERM");
}

}  // namespace
}  // namespace railhead::probe
