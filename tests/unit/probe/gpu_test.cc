#include <gtest/gtest.h>

#include "probe/gpu/gpus.h"
#include "probe/gpu/kfd.h"
#include "probe/gpu/nvidia.h"
#include "probe/numa/nodes.h"
#include "probe/pci/functions.h"
#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

using facts::Why;

TEST(Nvidia, VersionOfBothKindsOfModule) {
  EXPECT_EQ(parse_nvidia_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024\n"
                                 "GCC version:  gcc version 12.3.0"),
            "550.54.15");
  EXPECT_EQ(parse_nvidia_version("NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  565.57.01  Release Build"),
            "565.57.01");
  EXPECT_FALSE(parse_nvidia_version("NVRM version: none"));
  EXPECT_FALSE(parse_nvidia_version(""));
}

TEST(Nvidia, ModelIsALineOfItsOwn) {
  EXPECT_EQ(parse_nvidia_model("Model: \t\t NVIDIA L40S\nIRQ:   \t\t 16\n"), "NVIDIA L40S");
  EXPECT_FALSE(parse_nvidia_model("IRQ: 16\n"));
  EXPECT_FALSE(parse_nvidia_model("Model:\n"));
}

TEST(Kfd, PartitionsAreCountedByCard) {
  // Two partitions of the card at 0000:61, one card at 0001:61, a CPU, and a node of another container's card.
  const probe::ArchiveTree files = test::tree_of(R"(
-- sys/class/kfd/kfd/topology/nodes/0/properties --
cpu_cores_count 64
simd_count 0
-- sys/class/kfd/kfd/topology/nodes/1/properties --
simd_count 152
location_id 24832
domain 0
-- sys/class/kfd/kfd/topology/nodes/2/properties --
simd_count 152
location_id 24833
domain 0
-- sys/class/kfd/kfd/topology/nodes/3/properties --
simd_count 152
location_id 24832
domain 1
-- sys/class/kfd/kfd/topology/nodes/4/properties !EPERM --
)");
  const auto found = kfd(files);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->nodes, 3U);
  EXPECT_EQ(found->cards, 2U);
}

TEST(Kfd, NotFoundWithoutIt) { EXPECT_EQ(kfd(test::tree_of("-- sys/class/net/lo/mtu --\n")).missing().why, Why::not_found); }

TEST(Gpus, ModelDriverAndNearestNic) {
  const test::FileWorld files(R"(
-- sys/bus/pci/devices/0000:71:00.0 -> ../../../devices/pci0000:70/0000:70:01.0/0000:71:00.0 --
-- sys/bus/pci/devices/0000:72:00.0 -> ../../../devices/pci0000:70/0000:70:02.0/0000:72:00.0 --
-- sys/devices/pci0000:70/0000:70:01.0/0000:71:00.0/vendor --
0x10de
-- sys/devices/pci0000:70/0000:70:01.0/0000:71:00.0/device --
0x26b9
-- sys/devices/pci0000:70/0000:70:01.0/0000:71:00.0/class --
0x030200
-- sys/devices/pci0000:70/0000:70:01.0/0000:71:00.0/numa_node --
1
-- sys/devices/pci0000:70/0000:70:01.0/0000:71:00.0/driver -> ../../../../bus/pci/drivers/nvidia --
-- sys/devices/pci0000:70/0000:70:02.0/0000:72:00.0/vendor --
0x15b3
-- sys/devices/pci0000:70/0000:70:02.0/0000:72:00.0/device --
0x101d
-- sys/devices/pci0000:70/0000:70:02.0/0000:72:00.0/class --
0x020000
-- proc/driver/nvidia/gpus/0000:71:00.0/information --
Model: 		 NVIDIA L40S
)");
  const facts::Gpus found = gpus(files.world(), Level::off, pci(files.world()), {});
  ASSERT_TRUE(found.gpus);
  ASSERT_EQ(found.gpus->size(), 1U);
  const facts::Gpu& gpu = found.gpus->front();
  EXPECT_EQ(gpu.vendor, "NVIDIA");
  EXPECT_TRUE(gpu.model.is("NVIDIA L40S"));
  EXPECT_TRUE(gpu.driver.is("nvidia"));
  EXPECT_TRUE(gpu.numa_node.is(1));
  ASSERT_TRUE(gpu.nearest);
  EXPECT_EQ(gpu.nearest->distance, facts::Distance::phb);
  EXPECT_EQ(gpu.nearest->names, std::vector<std::string>{"0000:72:00.0"});
  EXPECT_EQ(found.nvidia_driver.missing().why, Why::not_found);
  EXPECT_TRUE(found.nvml_count.not_asked());
}

TEST(Numa, NodesWithHolesAndWithoutCpus) {
  const test::FileWorld files(R"(
-- sys/devices/system/node/node0/cpulist --
0-15,32-47
-- sys/devices/system/node/node10/cpulist --

-- sys/devices/system/node/node8/cpulist --
all of them
-- sys/devices/system/node/possible --
0-255
-- sys/devices/system/node/nodex/cpulist --
1
)");
  const auto nodes = numa(files.world());
  ASSERT_TRUE(nodes);
  ASSERT_EQ(nodes->size(), 3U);
  EXPECT_TRUE(nodes->at(0).cpus.is("0-15,32-47"));
  EXPECT_EQ(nodes->at(1).number, 8U);
  EXPECT_EQ(nodes->at(1).cpus.missing().why, Why::malformed);
  EXPECT_TRUE(nodes->at(2).cpus.is(""));
}

}  // namespace
}  // namespace railhead::probe
