#include "probe/host/kernel.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

facts::KernelFacts probed(const std::string& archive) { return kernel(test::Place(archive).world()); }

TEST(Kernel, ReleaseAndCommandLine) {
  const facts::KernelFacts kernel =
      probed("-- proc/sys/kernel/osrelease --\n6.1.0-9-amd64\n-- proc/cmdline --\nro iommu=pt my.token=abc\n");
  EXPECT_EQ(*kernel.release, "6.1.0-9-amd64");
  EXPECT_EQ(*kernel.command_line, "ro iommu=pt my.token=[removed]");
}

TEST(Kernel, LoadedAndBuiltInModules) {
  const facts::KernelFacts kernel = probed(
      "-- proc/modules --\nib_core 1 2 - Live 0x0\next4 1 2 - Live 0x0\n"
      "-- sys/module/ib_core/initstate --\nlive\n-- sys/module/mlx5_core/version --\n1\n-- sys/module/ext4 (dir) --\n");
  ASSERT_EQ(kernel.modules->size(), 1U);
  EXPECT_EQ(*kernel.built_in, std::vector<std::string>{"mlx5_core"});
}

TEST(Kernel, WithoutAListEveryNamedModuleMayBeBuiltIn) {
  const facts::KernelFacts kernel = probed("-- proc/modules !ENOENT --\n-- sys/module/ib_core (dir) --\n");
  EXPECT_EQ(kernel.modules.missing().why, facts::Why::not_found);
  EXPECT_EQ(*kernel.built_in, std::vector<std::string>{"ib_core"});
}

TEST(Kernel, IommuGroups) {
  const facts::KernelFacts kernel = probed(
      "-- sys/class/iommu/dmar0 (dir) --\n"
      "-- sys/kernel/iommu_groups/2/type --\nDMA-FQ\n"
      "-- sys/kernel/iommu_groups/2/devices/0000:3b:00.0 -> ../../../../devices/pci0000:3a/0000:3b:00.0 --\n"
      "-- sys/kernel/iommu_groups/10/type !EACCES --\n"
      "-- sys/kernel/iommu_groups/10/devices (dir) --\n");
  EXPECT_EQ(*kernel.iommu.units, std::vector<std::string>{"dmar0"});
  ASSERT_EQ(kernel.iommu.groups->size(), 2U);
  EXPECT_EQ((*kernel.iommu.groups)[0].number, 2U);
  EXPECT_TRUE((*kernel.iommu.groups)[0].type.is("DMA-FQ"));
  EXPECT_EQ((*kernel.iommu.groups)[0].devices, std::vector<std::string>{"0000:3b:00.0"});
  EXPECT_EQ((*kernel.iommu.groups)[1].type.missing().why, facts::Why::denied);
  EXPECT_TRUE(probed("-- sys/kernel/iommu_groups (dir) --\n").iommu.groups->empty());
}

TEST(Kernel, SecurityModules) {
  EXPECT_TRUE(probed("-- sys/fs/selinux/enforce --\n1\n").selinux_enforcing.is(true));
  EXPECT_TRUE(probed("-- sys/fs/selinux/enforce --\n0\n").selinux_enforcing.is(false));
  EXPECT_EQ(probed("-- sys/fs/selinux/enforce --\nx\n").selinux_enforcing.missing().why, facts::Why::malformed);
  EXPECT_EQ(probed("-- sys/fs (dir) --\n").selinux_enforcing.missing().why, facts::Why::not_found);
  EXPECT_TRUE(probed("-- sys/module/apparmor/parameters/enabled --\nY\n").apparmor_enabled.is(true));
}

TEST(Kernel, SelinuxHiddenFromAContainerIsNotOff) {
  const auto hidden = probed("-- sys/fs (dir) --\n-- proc/filesystems --\nnodev\tselinuxfs\n").selinux_enforcing;
  EXPECT_EQ(hidden.missing().why, facts::Why::unavailable);
}

TEST(Kernel, MemoryPeers) {
  EXPECT_EQ(*probed("-- sys/kernel/mm/memory_peers/nv_mem/version --\n1\n").memory_peers, std::vector<std::string>{"nv_mem"});
  EXPECT_EQ(probed("-- sys/kernel/mm (dir) --\n").memory_peers.missing().why, facts::Why::not_found);
}

}  // namespace
}  // namespace railhead::probe
