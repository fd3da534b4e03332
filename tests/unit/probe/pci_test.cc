#include <gtest/gtest.h>

#include "probe/pci/details.h"
#include "probe/pci/functions.h"
#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

using facts::Why;

TEST(PciLink, SpeedsOfOldAndNewKernels) {
  EXPECT_EQ(parse_link_speed("16.0 GT/s PCIe"), 160U);
  EXPECT_EQ(parse_link_speed("8 GT/s"), 80U);
  EXPECT_EQ(parse_link_speed("2.5 GT/s PCIe"), 25U);
  EXPECT_EQ(parse_link_speed("Unknown"), 0U);
  EXPECT_EQ(parse_link_speed("Unknown speed"), 0U);
  for (const char* text :
       {"", "fast", "16.0", "16.0 GB/s", "1.6.0 GT/s", "16.00 GT/s", "-8 GT/s", "99999999999 GT/s", "4000 GT/s"})
    EXPECT_FALSE(parse_link_speed(text)) << text;
}

TEST(PciLink, WidthsThatTheKernelDoesNotKnow) {
  EXPECT_EQ(parse_link_width("16"), 16U);
  EXPECT_EQ(parse_link_width("0"), 0U);
  EXPECT_EQ(parse_link_width("255"), 0U);
  EXPECT_FALSE(parse_link_width("x16"));
  EXPECT_FALSE(parse_link_width("256"));
}

// A switch with a GPU and an HCA below it; beside it a disk, a link that leads nowhere, and a name that is no function.
constexpr const char* kSwitch = R"(
-- sys/bus/pci/devices/0000:20:01.0 -> ../../../devices/pci0000:20/0000:20:01.0 --
-- sys/bus/pci/devices/0000:21:00.0 -> ../../../devices/pci0000:20/0000:20:01.0/0000:21:00.0 --
-- sys/bus/pci/devices/0000:22:00.0 -> ../../../devices/pci0000:20/0000:20:02.0/0000:22:00.0 --
-- sys/bus/pci/devices/0000:23:00.0 -> ../../../devices/pci0000:20/0000:23:00.0 --
-- sys/bus/pci/devices/junk --
-- sys/devices/pci0000:20/0000:20:01.0/class --
0x060400
-- sys/devices/pci0000:20/0000:20:01.0/current_link_speed --
8.0 GT/s PCIe
-- sys/devices/pci0000:20/0000:20:01.0/current_link_width --
0
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/vendor --
0x15b3
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/device --
0x101d
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/class --
0x020000
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/numa_node --
-1
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/driver -> ../../../../bus/pci/drivers/mlx5_core --
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/iommu_group -> ../../../../kernel/iommu_groups/17 --
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/sriov_totalvfs --
16
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/sriov_numvfs --
many
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/net/ens1f0/mtu --
9000
-- sys/devices/pci0000:20/0000:20:01.0/0000:21:00.0/config !EACCES --
-- sys/devices/pci0000:20/0000:20:02.0/0000:22:00.0/vendor --
0x144d
-- sys/devices/pci0000:20/0000:20:02.0/0000:22:00.0/device --
0xa80a
-- sys/devices/pci0000:20/0000:20:02.0/0000:22:00.0/class --
0x010802
-- sys/devices/pci0000:20/0000:20:02.0/0000:22:00.0/current_link_speed --
16.0 GT/s PCIe
)";

class PciProbe : public testing::Test {
 protected:
  const facts::PciFunction& at(const std::string& address) {
    const facts::PciFunction* found = find(pci, address);
    EXPECT_NE(found, nullptr) << address;
    static const facts::PciFunction none;
    return found ? *found : none;
  }

  test::FileWorld files{kSwitch};
  facts::Pci pci = probe::pci(files.world());
};

TEST_F(PciProbe, ListsWhatIsThere) {
  ASSERT_TRUE(pci.functions);
  EXPECT_EQ(pci.functions->size(), 3U);
  EXPECT_EQ(find(pci, "0000:23:00.0"), nullptr);
  EXPECT_EQ(at("0000:21:00.0").chain, (std::vector<std::string>{"pci0000:20", "0000:20:01.0", "0000:21:00.0"}));
}

TEST_F(PciProbe, ANicIsReadInFull) {
  const facts::PciFunction& nic = at("0000:21:00.0");
  EXPECT_TRUE(nic.vendor.is(0x15b3));
  EXPECT_TRUE(nic.class_code.is(0x020000));
  EXPECT_TRUE(nic.numa_node.is(-1));
  EXPECT_TRUE(nic.driver.is("mlx5_core"));
  EXPECT_TRUE(nic.iommu_group.is(17));
  EXPECT_TRUE(nic.sriov_total_vfs.is(16));
  EXPECT_EQ(nic.sriov_vfs.missing().detail, "expected a number, found 'many'");
  EXPECT_EQ(nic.netdevs.value_or({}), std::vector<std::string>{"ens1f0"});
  EXPECT_EQ(nic.physical_function.missing().why, Why::not_found);
  EXPECT_EQ(nic.acs.missing().why, Why::denied);
  EXPECT_EQ(nic.link.missing().why, Why::not_found);
  EXPECT_EQ(nic.link.source(), "/sys/bus/pci/devices/0000:21:00.0/current_link_speed");
}

TEST_F(PciProbe, SoIsTheBridgeAboveIt) {
  EXPECT_TRUE(at("0000:20:01.0").link.is({.speed_tenths = 80, .width = 0}));
  EXPECT_TRUE(at("0000:20:01.0").numa_node.missing().why == Why::not_found);
}

TEST_F(PciProbe, ADiskIsNot) { EXPECT_TRUE(at("0000:22:00.0").link.not_asked()); }

TEST(PciProbeOf, AWorldWithoutThatBus) {
  const test::FileWorld files("-- sys/bus/usb (dir) --\n");
  EXPECT_EQ(pci(files.world()).functions.missing().why, Why::not_found);
  const test::FileWorld nothing("-- sys/class/x --\n");
  EXPECT_TRUE(pci(nothing.world()).functions.not_asked());
}

TEST(PciProbeOf, APlainFolderHasOnlyItself) {
  const test::FileWorld files("-- sys/bus/pci/devices/0001:1a:00.0/infiniband/mlx5_0/x --\n");
  const facts::Pci bus = pci(files.world());
  ASSERT_NE(find(bus, "0001:1a:00.0"), nullptr);
  EXPECT_EQ(find(bus, "0001:1a:00.0")->chain, std::vector<std::string>{"0001:1a:00.0"});
  EXPECT_FALSE(find(bus, "0001:1a:00.0")->link.not_asked()) << "it carries RDMA, though no table names it";
}

}  // namespace
}  // namespace railhead::probe
