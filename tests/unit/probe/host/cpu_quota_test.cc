#include "probe/host/cpu_quota.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

facts::Known<facts::CpuQuota> quota(const std::string& archive) { return cpu_quota(test::Place(archive).world().files); }

constexpr const char* kGroup =
    "-- proc/self/mountinfo --\n30 25 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n"
    "-- proc/self/cgroup --\n0::/pods/job\n";

TEST(CpuQuota, TheSmallestOnTheWayUp) {
  const auto found = quota(std::string(kGroup) + "-- sys/fs/cgroup/pods/job/cpu.max --\nmax 100000\n" +
                           "-- sys/fs/cgroup/pods/cpu.max --\n350000 100000\n");
  EXPECT_EQ(found->millicpus, 3500U);
  EXPECT_EQ(found.source(), "/sys/fs/cgroup/pods/cpu.max");
}

TEST(CpuQuota, NoneIsKnown) {
  const auto found = quota(std::string(kGroup) + "-- sys/fs/cgroup/pods/job/cpu.max --\nmax 100000\n");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->millicpus);
}

TEST(CpuQuota, WhatCannotBeRead) {
  EXPECT_EQ(quota(std::string(kGroup) + "-- sys/fs/cgroup/pods (dir) --\n").missing().why, facts::Why::not_found);
  EXPECT_EQ(quota(std::string(kGroup) + "-- sys/fs/cgroup/pods/job/cpu.max !EACCES --\n").missing().why, facts::Why::denied);
  for (const char* text : {"", "100000", "max", "-1 100000", "1 0", "a b", "99999999999 100000"})
    EXPECT_EQ(quota(std::string(kGroup) + "-- sys/fs/cgroup/pods/job/cpu.max --\n" + text + "\n").missing().why,
              facts::Why::malformed)
        << text;
  EXPECT_EQ(quota("-- proc/self/cgroup --\n4:cpu,cpuacct:/a\n").missing().why, facts::Why::not_found);
}

}  // namespace
}  // namespace railhead::probe
