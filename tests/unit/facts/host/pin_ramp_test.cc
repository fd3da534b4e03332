#include "facts/host/pin_ramp.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace railhead::facts {
namespace {

constexpr std::uint64_t kPage = 4096;

Memory memory(base::Bytes available) {
  Memory memory;
  memory.available = {available, "/proc/meminfo"};
  return memory;
}

/// What a limit of `limit` bytes lets through.
PinAttempt limited(std::uint64_t limit, int problem, int& attempts) {
  return [=, &attempts](std::uint64_t size) {
    ++attempts;
    return size <= limit ? 0 : problem;
  };
}

TEST(PinBound, AQuarterOfWhatIsFree) {
  EXPECT_EQ(pin_bound(memory(base::gibibytes(2)), base::gibibytes(1), {kPage}), base::mebibytes(512));
  EXPECT_EQ(pin_bound(memory(base::gibibytes(64)), base::gibibytes(1), {kPage}), base::gibibytes(1));
  EXPECT_EQ(pin_bound(memory({kPage * 9}), base::gibibytes(1), {kPage}), base::Bytes{2 * kPage});
  EXPECT_EQ(pin_bound(Memory{}, base::gibibytes(1), {kPage}), base::mebibytes(64)) << "not known what is free";
}

TEST(PinBound, AQuarterOfWhatTheGroupLeaves) {
  Memory inside = memory(base::gibibytes(64));
  inside.cgroup = {CgroupMemory{.version = 2, .path = "/a", .limit = base::mebibytes(512), .used = base::mebibytes(112)},
                   "cgroup"};
  EXPECT_EQ(pin_bound(inside, base::gibibytes(1), {kPage}), base::mebibytes(100));
  inside.cgroup = {CgroupMemory{.version = 2, .path = "/a", .limit = base::mebibytes(1), .used = base::mebibytes(2)}, "cgroup"};
  EXPECT_EQ(pin_bound(inside, base::gibibytes(1), {kPage}), base::Bytes{0});
}

TEST(Ramp, ReachesTheBound) {
  int attempts = 0;
  const RampResult result = ramp(base::mebibytes(100).value, kPage, limited(base::gibibytes(1).value, ENOMEM, attempts));
  EXPECT_EQ(result.largest, base::mebibytes(100).value);
  EXPECT_EQ(result.stopped_by, 0);
  EXPECT_EQ(attempts, 8);
}

TEST(Ramp, FindsTheBoundaryToThePage) {
  for (const std::uint64_t limit : {std::uint64_t{0}, kPage, 3 * kPage, base::kibibytes(64).value, base::mebibytes(1).value,
                                    base::mebibytes(8).value, base::mebibytes(8).value + kPage, base::mebibytes(99).value}) {
    int attempts = 0;
    const RampResult result = ramp(base::mebibytes(100).value, kPage, limited(limit, ENOMEM, attempts));
    EXPECT_EQ(result.largest, limit);
    EXPECT_EQ(result.stopped_by, ENOMEM);
    EXPECT_LE(attempts, 30);
  }
}

TEST(Ramp, ALimitInsideAPageIsRoundedDown) {
  int attempts = 0;
  EXPECT_EQ(ramp(base::mebibytes(100).value, kPage, limited(kPage * 5 + 100, EAGAIN, attempts)).largest, 5 * kPage);
}

TEST(Ramp, SmallBounds) {
  int attempts = 0;
  EXPECT_EQ(ramp(0, kPage, limited(0, ENOMEM, attempts)).largest, 0U);
  EXPECT_EQ(attempts, 0);
  EXPECT_EQ(ramp(kPage, kPage, limited(kPage, ENOMEM, attempts)).largest, kPage);
  EXPECT_EQ(ramp(3 * kPage, kPage, limited(kPage, ENOMEM, attempts)).largest, kPage);
}

}  // namespace
}  // namespace railhead::facts
