#include "facts/host/cgroup_text.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

std::optional<GroupFolder> folder(unsigned version, const std::string& path, std::string_view mounts) {
  return folder_of({version, path}, parse_mount_info(mounts));
}

TEST(MountInfo, DecodesAndTakesAnyNumberOfTags) {
  const auto mounts = parse_mount_info(
      "31 23 0:28 /a\\040b /mnt/x\\134y rw,relatime shared:9 master:1 - tmpfs tmp\\011fs rw,size=64k\n"
      "32 23 0:29 / /mnt/z rw - proc proc rw\n"
      "33 23 0:29 / /bare rw - sysfs sysfs\n"
      "short line\n"
      "34 23 0:29 / /mnt rw no dash here at all\n");
  ASSERT_EQ(mounts.size(), 3U);
  EXPECT_EQ(mounts[0].root, "/a b");
  EXPECT_EQ(mounts[0].point, "/mnt/x\\y");
  EXPECT_EQ(mounts[0].source, "tmp\tfs");
  EXPECT_TRUE(has_option(mounts[0], "size=64k"));
  EXPECT_FALSE(has_option(mounts[0], "size"));
  EXPECT_EQ(mounts[2].options, "");
}

TEST(MountInfo, ABackslashThatEncodesNothingStays) {
  const auto mounts = parse_mount_info("31 23 0:28 / /a\\9xy\\ rw - tmpfs none rw\n");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].point, "/a\\9xy\\");
}

TEST(MountInfo, TheLastMountAtAPointIsSeen) {
  const auto mounts = parse_mount_info(
      "1 0 0:1 / /dev/shm rw - tmpfs first rw\n"
      "2 1 0:2 / /dev/shm rw - tmpfs second rw\n");
  ASSERT_NE(mounted_at(mounts, "/dev/shm"), nullptr);
  EXPECT_EQ(mounted_at(mounts, "/dev/shm")->source, "second");
  EXPECT_EQ(mounted_at(mounts, "/dev"), nullptr);
}

TEST(MemoryGroup, VersionTwo) {
  const auto group = memory_group("0::/kubepods.slice/pod7.slice/cri-containerd-9.scope\n");
  ASSERT_TRUE(group);
  EXPECT_EQ(group->version, 2U);
  EXPECT_EQ(group->path, "/kubepods.slice/pod7.slice/cri-containerd-9.scope");
}

TEST(MemoryGroup, OnHybridMachinesVersionOneAccounts) {
  const auto group = memory_group("5:cpuset,memory:/jobs/a:b\n1:name=systemd:/x\n0::/y\n");
  ASSERT_TRUE(group);
  EXPECT_EQ(group->version, 1U);
  EXPECT_EQ(group->path, "/jobs/a:b");
  EXPECT_EQ(memory_group("1:name=systemd:/x\n0::/y\n")->version, 2U);
}

TEST(MemoryGroup, NothingWhereNothingIsNamed) {
  EXPECT_FALSE(memory_group(""));
  EXPECT_FALSE(memory_group("3:cpu:/a\n"));
  EXPECT_FALSE(memory_group("0::\n0:\n::::\nmemory\n0::relative\n"));
}

constexpr const char* kV2 = "30 25 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw,nsdelegate\n";
constexpr const char* kV1 =
    "35 31 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
    "36 31 0:32 /docker/f00 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";

TEST(GroupFolder, BelowTheMount) {
  EXPECT_EQ(folder(2, "/a/b", kV2)->below, "/a/b");
  EXPECT_EQ(folder(2, "/", kV2)->below, "");
  EXPECT_EQ(folder(2, "/", kV2)->mount, "/sys/fs/cgroup");
}

TEST(GroupFolder, AMountOfAPartShowsItsMembersOnly) {
  EXPECT_EQ(folder(1, "/docker/f00", kV1)->below, "");
  EXPECT_EQ(folder(1, "/docker/f00/sub", kV1)->below, "/sub");
  EXPECT_FALSE(folder(1, "/docker/f001", kV1));
  EXPECT_FALSE(folder(1, "/", kV1));
}

TEST(GroupFolder, OutsideOfTheNamespace) {
  EXPECT_FALSE(folder(2, "/../..", kV2));
  EXPECT_FALSE(folder(2, "/../other", kV2));
  EXPECT_EQ(folder(2, "/../other", "30 25 0:26 /.. /cg rw - cgroup2 cgroup rw\n")->below, "/other");
}

TEST(GroupFolder, TheOtherVersionsMountDoesNotCount) {
  EXPECT_FALSE(folder(1, "/a", kV2));
  EXPECT_FALSE(folder(2, "/docker/f00", kV1));
}

TEST(Levels, UpToTheRoot) {
  EXPECT_EQ(levels("/a/b"), (std::vector<std::string>{"/a/b", "/a", ""}));
  EXPECT_EQ(levels(""), std::vector<std::string>{""});
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "/x";
  EXPECT_LE(levels(deep).size(), 101U);
}

}  // namespace
}  // namespace railhead::facts
