#include "probe/host/memory.h"

#include <gtest/gtest.h>

#include "probe/host/control_group.h"
#include "tests/support/place.h"

namespace railhead::probe {
namespace {

facts::Memory probed(const std::string& archive, KernelAnswers answers = {}) {
  return memory(test::Place(archive, {}, std::move(answers)).world());
}

facts::Known<facts::CgroupMemory> group(const std::string& archive) {
  return control_group(test::Place(archive).world().files);
}

TEST(MemInfo, Sizes) {
  const facts::Memory memory =
      probed("-- proc/meminfo --\nMemTotal:       16000 kB\nMemFree:  1 kB\nMemAvailable:    9000 kB\n");
  EXPECT_EQ(memory.total->value, 16000U << 10);
  EXPECT_EQ(memory.available->value, 9000U << 10);
}

TEST(MemInfo, HostileTexts) {
  EXPECT_EQ(probed("-- proc/meminfo --\nMemTotal: 1\n").total.missing().why, facts::Why::malformed);
  EXPECT_EQ(probed("-- proc/meminfo --\nMemTotal: 99999999999999999999 kB\n").total.missing().why, facts::Why::malformed);
  EXPECT_EQ(probed("-- proc/meminfo --\nMemTotal: 18446744073709551615 kB\n").total.missing().why, facts::Why::malformed);
  EXPECT_EQ(probed("-- proc/meminfo --\n").available.missing().why, facts::Why::unavailable);
  EXPECT_EQ(probed("-- proc/meminfo !EACCES --\n").available.missing().why, facts::Why::denied);
}

constexpr const char* kV2 = "-- proc/self/mountinfo --\n30 25 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n";

TEST(ControlGroup, TheSmallestLimitOnTheWayUp) {
  const auto found = group(std::string("-- proc/self/cgroup --\n0::/pods/job/main\n") + kV2 +
                           "-- sys/fs/cgroup/cgroup.controllers --\nmemory\n"
                           "-- sys/fs/cgroup/pods/memory.max --\n9000000000\n"
                           "-- sys/fs/cgroup/pods/job/memory.max --\n4000000000\n"
                           "-- sys/fs/cgroup/pods/job/memory.current --\n1000\n"
                           "-- sys/fs/cgroup/pods/job/main/cgroup.controllers --\nmemory\n"
                           "-- sys/fs/cgroup/pods/job/main/memory.max --\nmax\n"
                           "-- sys/fs/cgroup/pods/job/main/memory.current --\n900\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->version, 2U);
  EXPECT_EQ(found->limit->value, 4000000000U);
  EXPECT_EQ(found->path, "/pods/job");
  EXPECT_EQ(found->used.value, 1000U);
  EXPECT_EQ(found.source(), "/sys/fs/cgroup/pods/job/memory.max");
}

TEST(ControlGroup, TheRootLimitsNothing) {
  const auto found =
      group(std::string("-- proc/self/cgroup --\n0::/\n") + kV2 + "-- sys/fs/cgroup/cgroup.controllers --\nmemory\n");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->limit);
  EXPECT_EQ(found->path, "/");
}

TEST(ControlGroup, VersionOneInAHybridLayout) {
  const std::string hybrid =
      "-- proc/self/cgroup --\n4:memory:/box/7\n0::/\n"
      "-- proc/self/mountinfo --\n35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
      "-- sys/fs/cgroup/memory/memory.limit_in_bytes --\n9223372036854771712\n";
  const auto unlimited = group(hybrid +
                               "-- sys/fs/cgroup/memory/box/7/memory.limit_in_bytes --\n9223372036854710272\n"
                               "-- sys/fs/cgroup/memory/box/7/memory.usage_in_bytes --\n5000\n");
  ASSERT_TRUE(unlimited);
  EXPECT_EQ(unlimited->version, 1U);
  EXPECT_FALSE(unlimited->limit) << "the value of a kernel with pages of 64 KiB";
  EXPECT_EQ(unlimited->used.value, 5000U);
  EXPECT_EQ(group(hybrid).missing().why, facts::Why::not_found) << "the group itself is not in the tree";
}

TEST(ControlGroup, OutsideOfWhatIsMountedIsNotNoLimit) {
  const std::string files = std::string(kV2) + "-- sys/fs/cgroup/cgroup.controllers --\nmemory\n";
  EXPECT_EQ(group("-- proc/self/cgroup --\n0::/../other\n" + files).missing().why, facts::Why::unavailable);
  EXPECT_EQ(group("-- proc/self/cgroup --\n0::/gone\n" + files).missing().why, facts::Why::not_found);
}

TEST(ControlGroup, HostileValues) {
  const std::string start =
      std::string("-- proc/self/cgroup --\n0::/a\n") + kV2 + "-- sys/fs/cgroup/a/cgroup.controllers --\n\n";
  EXPECT_EQ(group(start + "-- sys/fs/cgroup/a/memory.max --\nlots\n").missing().why, facts::Why::malformed);
  EXPECT_EQ(group(start + "-- sys/fs/cgroup/a/memory.max --\n").missing().why, facts::Why::malformed);
  EXPECT_EQ(group(start + "-- sys/fs/cgroup/a/memory.max !EACCES --\n").missing().why, facts::Why::denied);
  EXPECT_EQ(group(start + "-- sys/fs/cgroup/a/memory.current --\n-1\n").missing().why, facts::Why::malformed);
  EXPECT_EQ(group("-- proc/self/cgroup --\nnothing\n").missing().why, facts::Why::malformed);
  EXPECT_TRUE(group("-- sys/fs (dir) --\n").not_asked());
}

TEST(Shm, FromTheSystemCall) {
  KernelAnswers answers;
  answers.file_systems.emplace("/dev/shm", sys::FileSystemUse{.size = 1000, .available = 400});
  const facts::Memory memory = probed("", answers);
  EXPECT_EQ(memory.shm->size.value, 1000U);
  EXPECT_EQ(memory.shm->used.value, 600U);
  answers.file_systems.insert_or_assign("/dev/shm", sys::FileSystemUse{.size = 10, .available = 400});
  EXPECT_EQ(probed("", answers).shm->used.value, 0U);
  answers.file_systems.insert_or_assign("/dev/shm", std::unexpected(sys::Errno{ENOENT}));
  EXPECT_EQ(probed("", answers).shm.missing().why, facts::Why::not_found);
}

TEST(Shm, FromTheMountWhereNoCallIsRecorded) {
  const facts::Memory memory = probed("-- proc/self/mountinfo --\n1 0 0:1 / /dev/shm rw - tmpfs shm rw,size=65536k\n");
  EXPECT_EQ(memory.shm->size, base::mebibytes(64));
  EXPECT_EQ(memory.shm.source(), "/proc/self/mountinfo");
  EXPECT_EQ(probed("-- proc/self/mountinfo --\n1 0 0:1 / /dev/shm rw - tmpfs shm rw\n").shm.missing().why,
            facts::Why::unavailable);
  EXPECT_EQ(probed("-- proc/self/mountinfo --\n").shm.missing().why, facts::Why::not_found);
  EXPECT_TRUE(probed("").shm.not_asked());
}

TEST(HugePages, ByPageSize) {
  const facts::Memory memory = probed(
      "-- sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages --\n4\n"
      "-- sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages --\n3\n"
      "-- sys/kernel/mm/hugepages/other (dir) --\n");
  ASSERT_EQ(memory.huge_pages->size(), 1U);
  EXPECT_EQ((*memory.huge_pages)[0].page, base::gibibytes(1));
  EXPECT_EQ((*memory.huge_pages)[0].total, 4U);
  EXPECT_EQ((*memory.huge_pages)[0].free, 3U);
  EXPECT_EQ(probed("-- sys/kernel/mm (dir) --\n").huge_pages.missing().why, facts::Why::not_found);
}

}  // namespace
}  // namespace railhead::probe
