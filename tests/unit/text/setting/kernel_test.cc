// Command line, modules, IOMMU groups, peer-memory clients, release.
#include <gtest/gtest.h>

#include "tests/unit/text/setting/pasted.h"

namespace railhead {
namespace {

using facts::Why;
using test::read_as;
using test::setting_kind;
using test::shown_in;

facts::KernelFacts kernel(std::string_view kind, std::string_view text) { return read_as(kind, text).kernel; }

TEST(CommandLine, IsReadWithoutSecrets) {
  const auto line = kernel("kernel-command-line", "BOOT_IMAGE=/vmlinuz-6.1 root=/dev/vda1 ro iommu=pt ks.password=abc\n");
  EXPECT_EQ(line.command_line.value_or(""), "BOOT_IMAGE=/vmlinuz-6.1 root=/dev/vda1 ro iommu=pt ks.password=[removed]");
  EXPECT_EQ(line.command_line.source(), "paste.txt:1");
}

TEST(CommandLine, LabelsAndCommands) {
  EXPECT_TRUE(kernel("kernel-command-line", "cmdline: root=UUID=9 ro iommu=pt\n").command_line.is("root=UUID=9 ro iommu=pt"));
  EXPECT_TRUE(
      kernel("kernel-command-line", "# cat /proc/cmdline\nconsole=ttyS0 mem=4G\n").command_line.is("console=ttyS0 mem=4G"));
}

TEST(CommandLine, ProseAndSettingsOfTheLoaderAreNone) {
  for (const char* line : {"cmdline: no iommu=pt", "GRUB_CMDLINE_LINUX=\"root=/dev/vda1 ro iommu=pt\"",
                           "add iommu=pt to the kernel", "intel_iommu=on iommu=pt", "mount root=/ failed"}) {
    EXPECT_EQ(shown_in(line), "") << line;
    EXPECT_TRUE(kernel("kernel-command-line", line).command_line.not_asked()) << line;
  }
}

TEST(Modules, WholeListOfLsmod) {
  const auto found = kernel("kernel-modules",
                            "Module                  Size  Used by\next4                 749568  1\n"
                            "mlx5_ib               385024  0\nib_core               430080  2 mlx5_ib,rdma_cm\n");
  ASSERT_TRUE(found.modules);
  ASSERT_EQ(found.modules->size(), 2U);
  EXPECT_EQ(found.modules->at(1).name, "ib_core");
  EXPECT_EQ(found.modules->at(1).state, "Live");
  EXPECT_EQ(found.modules.source(), "paste.txt:2");
}

TEST(Modules, PartOfTheListProvesOnlyWhatItShows) {
  EXPECT_TRUE(kernel("kernel-modules", "$ lsmod | grep mlx5\nmlx5_ib               385024  0\n").modules.not_asked());
  const auto found = kernel("kernel-modules", "nvidia_peermem         20480  0\n");
  ASSERT_TRUE(found.modules);
  EXPECT_EQ(found.modules->at(0).name, "nvidia_peermem");
}

TEST(Modules, ProcModulesTellsTheState) {
  const auto found = kernel("kernel-modules", "nvidia_peermem 20480 0 - Loading 0x0000000000000000\n");
  ASSERT_TRUE(found.modules);
  EXPECT_EQ(found.modules->at(0).state, "Loading");
}

TEST(Modules, OtherTablesDoNotShow) {
  for (const char* line : {"mlx5_0 1 3", "ib_send_bw 65536 1000 24.1 24.0", "mlx5_ib", "ext4 749568 1"})
    EXPECT_EQ(shown_in(line), "") << line;
  EXPECT_EQ(shown_in("mlx5_ib               385024  0"), "kernel-modules");
}

TEST(Iommu, TypesAndDevicesOfSeveralBlocks) {
  const facts::Machine types =
      read_as("iommu-groups", "/sys/kernel/iommu_groups/12/type:DMA-FQ\n/sys/kernel/iommu_groups/3/type: identity\n");
  const facts::Machine both = read_as("iommu-groups",
                                      "/sys/kernel/iommu_groups/12/devices/0000:21:00.0\n"
                                      "/sys/kernel/iommu_groups/7/devices/0000:22:00.0\n",
                                      types);
  const auto& groups = both.kernel.iommu.groups;
  ASSERT_TRUE(groups);
  ASSERT_EQ(groups->size(), 3U);
  EXPECT_EQ(groups->at(0).number, 3U);
  EXPECT_TRUE(groups->at(0).type.is("identity"));
  EXPECT_TRUE(groups->at(1).type.not_asked());
  EXPECT_EQ(groups->at(2).number, 12U);
  EXPECT_TRUE(groups->at(2).type.is("DMA-FQ"));
  EXPECT_EQ(groups->at(2).type.source(), "paste.txt:1");
  EXPECT_EQ(groups->at(2).devices, std::vector<std::string>{"0000:21:00.0"});
}

TEST(Iommu, TypesWithoutGroups) {
  const facts::Machine bare = read_as("iommu-groups", "     31 DMA-FQ\n      2 identity\n      1 DMA-FQ\n");
  ASSERT_TRUE(bare.kernel.iommu.groups);
  EXPECT_EQ(bare.kernel.iommu.groups->size(), 2U) << "one for each type";
  const facts::Machine named = read_as("iommu-groups", "/sys/kernel/iommu_groups/4/type: DMA\n", bare);
  ASSERT_EQ(named.kernel.iommu.groups->size(), 1U) << "the real ones replace them";
  EXPECT_EQ(named.kernel.iommu.groups->at(0).number, 4U);
}

TEST(Iommu, NoGroups) {
  const auto absent = kernel("iommu-groups", "ls: cannot access '/sys/kernel/iommu_groups/': No such file or directory\n");
  EXPECT_EQ(absent.iommu.groups.missing().why, Why::not_found);
  EXPECT_EQ(absent.iommu.groups.source(), "paste.txt:1");
  const auto empty = kernel("iommu-groups", "$ ls -l /sys/kernel/iommu_groups\ntotal 0\n");
  ASSERT_TRUE(empty.iommu.groups);
  EXPECT_TRUE(empty.iommu.groups->empty());
  EXPECT_TRUE(kernel("iommu-groups", "$ ls -l /sys/kernel/iommu_groups\ntotal 0\ndrwxr-xr-x 3 root root 0 May  4 10:00 0\n")
                  .iommu.groups.not_asked())
      << "folders of sysfs have no size";
}

TEST(Iommu, EmptyFolderNeedsTheNameOfTheFile) {
  EXPECT_TRUE(read_as("empty-folder", "total 0\n").kernel.iommu.groups.not_asked());
  EXPECT_TRUE(read_as("empty-folder", "total 0\n", {}, "node-a/iommu_groups").kernel.iommu.groups);
  EXPECT_EQ(shown_in("total 0"), "");
}

TEST(Iommu, GroupsAreBounded) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "/sys/kernel/iommu_groups/" + std::to_string(i) + "/type: DMA\n";
  EXPECT_EQ(kernel("iommu-groups", text).iommu.groups->size(), 1024U);
}

TEST(MemoryPeers, ClientsAndTheirAbsence) {
  const auto there = kernel("memory-peers", "$ cat /sys/kernel/mm/memory_peers/nv_mem/version\n1.4-2\n");
  EXPECT_EQ(there.memory_peers.value_or({}), std::vector<std::string>{"nv_mem"});
  const auto absent = kernel("memory-peers", "cat: /sys/kernel/mm/memory_peers/nv_mem/version: No such file or directory\n");
  EXPECT_EQ(absent.memory_peers.missing().why, Why::not_found);
  EXPECT_EQ(absent.memory_peers.missing().detail, "nv_mem/version");
  const auto listed = kernel("memory-peers", "$ ls /sys/kernel/mm/memory_peers\namdkfd nv_mem\n");
  EXPECT_EQ(listed.memory_peers.value_or({}).size(), 2U);
  EXPECT_EQ(listed.memory_peers.source(), "paste.txt:2");
}

TEST(Uname, Releases) {
  EXPECT_TRUE(
      kernel("uname", "Linux node-a 5.14.0-99.el9.x86_64 #1 SMP x86_64 GNU/Linux\n").release.is("5.14.0-99.el9.x86_64"));
  EXPECT_TRUE(kernel("uname", "Linux version 6.1.0-9-amd64 (builder@example) (gcc) #1 SMP\n").release.is("6.1.0-9-amd64"));
  EXPECT_TRUE(kernel("uname", "$ uname -r\n6.12.3\n").release.is("6.12.3"));
  EXPECT_TRUE(kernel("uname", "6.8.0-11-generic\n").release.is("6.8.0-11-generic"));
  EXPECT_EQ(kernel("uname", "$ uname -r\n6.12.3\n").release.source(), "paste.txt:2");
}

TEST(Kernel, LinesShowInTheirKindAlone) {
  EXPECT_EQ(shown_in("BOOT_IMAGE=/vmlinuz root=/dev/vda1 ro"), "kernel-command-line");
  EXPECT_EQ(shown_in("/sys/kernel/iommu_groups/12/type: DMA-FQ"), "iommu-groups");
  EXPECT_EQ(shown_in("DMA-FQ"), "iommu-groups");
  EXPECT_EQ(shown_in("cat: /sys/kernel/mm/memory_peers/nv_mem/version: No such file or directory"), "memory-peers");
  EXPECT_EQ(shown_in("Linux node-a 6.8.0-11-generic #11-Ubuntu SMP"), "uname");
  EXPECT_EQ(shown_in("$ uname -r"), "uname");
  for (const char* line : {"DMA", "identity", "Linux is fine", "6.12.3", "NCCL version 2.21.5+cuda12.4", "mlx5-generic"})
    EXPECT_EQ(shown_in(line), "") << line;
}

}  // namespace
}  // namespace railhead
