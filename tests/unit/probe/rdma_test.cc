#include <gtest/gtest.h>

#include "probe/pci/functions.h"
#include "probe/rdma/devices.h"
#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

using facts::Why;

facts::Rdma read(const test::FileWorld& files) { return rdma(files.world(), Level::off, pci(files.world())); }

const facts::Device& only_device(const facts::Rdma& rdma) {
  static const facts::Device none;
  EXPECT_TRUE(rdma.devices && rdma.devices->size() == 1);
  return rdma.devices && !rdma.devices->empty() ? rdma.devices->front() : none;
}

constexpr const char* kRoce = R"(
-- sys/class/infiniband/mlx5_3 -> ../../devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3 --
-- sys/class/infiniband_verbs/abi_version --
6
-- sys/class/infiniband_verbs/uverbs4/ibdev --
mlx5_3
-- sys/class/infiniband_mad/umad2/ibdev --
mlx5_3
-- sys/module/ib_core/parameters/netns_mode --
N
-- dev/infiniband/uverbs4 (c 231:196 0660 0:107) --
-- dev/infiniband/rdma_cm (c 10:122 0666 0:0) --
-- sys/bus/pci/devices/0000:41:00.2 -> ../../../devices/pci0000:40/0000:41:00.2 --
-- sys/devices/pci0000:40/0000:41:00.2/vendor --
0x15b3
-- sys/devices/pci0000:40/0000:41:00.2/device --
0x101e
-- sys/devices/pci0000:40/0000:41:00.2/class --
0x020000
-- sys/devices/pci0000:40/0000:41:00.2/numa_node --
1
-- sys/devices/pci0000:40/0000:41:00.2/driver -> ../../../bus/pci/drivers/mlx5_core --
-- sys/devices/pci0000:40/0000:41:00.2/physfn -> ../0000:41:00.0 --
-- sys/devices/pci0000:40/0000:41:00.2/net/net1/mtu --
9000
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/device -> ../../../0000:41:00.2 --
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/fw_ver --
28.43.2566
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/node_guid --
0200:00ff:fe41:0002
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/node_type --
1: CA
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/hw_counters/out_of_buffer --
5
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/state --
4: ACTIVE
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/phys_state --
5: LinkUp
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/rate --
100 Gb/sec (2X HDR)
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/link_layer --
Ethernet
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/lid --
0x0
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/sm_lid --
0x1a
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/0 --
fe80:0000:0000:0000:0200:00ff:fe41:0002
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/1 !EINVAL --
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/2 --
0000:0000:0000:0000:0000:0000:0000:0000
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/10 --
0000:0000:0000:0000:0000:ffff:0a29:0002
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/11 --
garbage
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gids/README --
not an entry
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gid_attrs/types/0 --
IB/RoCE v1
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gid_attrs/types/10 --
RoCE v2
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gid_attrs/ndevs/0 --
net1
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/gid_attrs/ndevs/10 --
net1
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/pkeys/0 --
0xffff
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/pkeys/1 --
0x0000
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/pkeys/2 !EINVAL --
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/counters/link_downed --
2
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/counters/symbol_error --
N/A (no PMA)
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/hw_counters/rnr_nak_retry_err --
18446744073709551615
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/1/hw_counters/lifespan --
10
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/junk/state --
4: ACTIVE
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/01/state --
4: ACTIVE
-- sys/devices/pci0000:40/0000:41:00.2/infiniband/mlx5_3/ports/999/state --
4: ACTIVE
)";

class RoceVf : public testing::Test {
 protected:
  test::FileWorld files{kRoce};
  facts::Rdma rdma = read(files);
  const facts::Device& device = only_device(rdma);
};

TEST_F(RoceVf, ItsFunction) {
  EXPECT_EQ(device.name, "mlx5_3");
  EXPECT_TRUE(device.pci_address.is("0000:41:00.2"));
  EXPECT_TRUE(device.pci_id.is("15b3:101e"));
  EXPECT_TRUE(device.driver.is("mlx5_core"));
  EXPECT_TRUE(device.numa_node.is(1));
  EXPECT_TRUE(device.function.is(facts::Function::virtual_function));
  EXPECT_TRUE(device.physical_function.is("0000:41:00.0"));
  EXPECT_EQ(device.netdevs.value_or({}), std::vector<std::string>{"net1"});
}

TEST_F(RoceVf, ItsOwnFiles) {
  EXPECT_TRUE(device.firmware.is("28.43.2566"));
  EXPECT_TRUE(device.node_guid.is(0x020000fffe410002));
  EXPECT_TRUE(device.node_type.is("1: CA"));
  EXPECT_EQ(device.hw_counters.at("out_of_buffer"), 5U);
}

TEST_F(RoceVf, ItsNodes) {
  EXPECT_TRUE(device.uverbs.is("uverbs4"));
  EXPECT_EQ(device.uverbs_node.path, "/dev/infiniband/uverbs4");
  EXPECT_TRUE(device.uverbs_node.present.is(true));
  EXPECT_TRUE(device.uverbs_node.mode.is(0660));
  EXPECT_TRUE(device.uverbs_node.gid.is(107));
  EXPECT_TRUE(device.uverbs_node.opens.not_asked());
  EXPECT_EQ(device.umad_node.path, "/dev/infiniband/umad2");
  EXPECT_TRUE(device.umad_node.present.is(false));
  EXPECT_TRUE(rdma.rdma_cm.present.is(true));
  EXPECT_EQ(rdma.nodes.value_or({}), (std::vector<std::string>{"rdma_cm", "uverbs4"}));
  EXPECT_TRUE(rdma.netns_mode.is(facts::NetnsMode::exclusive));
}

TEST_F(RoceVf, ItsPortAndNothingThatOnlyLooksLikeOne) {
  ASSERT_EQ(device.ports.size(), 1U);
  const facts::Port& port = device.ports[0];
  EXPECT_TRUE(port.state.is(facts::PortState::active));
  EXPECT_TRUE(port.physical_state.is("LinkUp"));
  EXPECT_TRUE(port.rate.is({100'000'000'000}));
  EXPECT_TRUE(port.rate_text.is("100 Gb/sec (2X HDR)"));
  EXPECT_TRUE(port.link_layer.is(facts::LinkLayer::ethernet));
  EXPECT_TRUE(port.lid.is(0));
  EXPECT_TRUE(port.sm_lid.is(0x1a));
  EXPECT_EQ(port.state.source(), "/sys/class/infiniband/mlx5_3/ports/1/state");
  EXPECT_TRUE(port.active_mtu.not_asked());
  EXPECT_EQ(port.pkeys.value_or({}), std::vector<std::uint16_t>{0xffff});
  EXPECT_EQ(port.counters, (std::map<std::string, std::uint64_t>{{"link_downed", 2}}));
  EXPECT_EQ(port.hw_counters, (std::map<std::string, std::uint64_t>{{"rnr_nak_retry_err", 18446744073709551615U}}));
}

TEST_F(RoceVf, ItsGidTable) {
  ASSERT_TRUE(device.ports.at(0).gids);
  const facts::GidTable& table = *device.ports[0].gids;
  EXPECT_EQ(table.size, 5U);
  EXPECT_EQ(table.zero, 1U);
  ASSERT_EQ(table.entries.size(), 4U);
  EXPECT_TRUE(table.entries[0].type.is(facts::GidType::roce_v1));
  EXPECT_EQ(table.entries[1].gid.missing().detail, "EINVAL");
  EXPECT_EQ(table.entries[1].gid.missing().why, Why::unavailable);
  EXPECT_EQ(table.entries[2].index, 10U);
  EXPECT_EQ(text(*table.entries[2].gid), "10.41.0.2");
  EXPECT_TRUE(table.entries[2].type.is(facts::GidType::roce_v2));
  EXPECT_TRUE(table.entries[2].netdev.is("net1"));
  EXPECT_EQ(table.entries[2].gid.source(), "/sys/class/infiniband/mlx5_3/ports/1/gids/10");
  EXPECT_EQ(table.entries[3].gid.missing().why, Why::malformed);
}

TEST(RdmaDevice, SoftRoceHasANetdevAndNoFunction) {
  const test::FileWorld files(R"(
-- sys/class/infiniband/rxe0 -> ../../devices/virtual/infiniband/rxe0 --
-- sys/devices/virtual/infiniband/rxe0/parent --
eth1
-- sys/class/net/eth1 -> ../../devices/pci0000:00/0000:00:04.0/virtio2/net/eth1 --
)");
  const facts::Rdma rdma = read(files);
  const facts::Device& device = only_device(rdma);
  EXPECT_EQ(device.pci_address.missing().why, Why::not_found);
  EXPECT_EQ(device.function.missing().why, Why::not_found);
  EXPECT_EQ(device.driver.missing().why, Why::not_found);
  EXPECT_EQ(device.netdevs.value_or({}), std::vector<std::string>{"eth1"});
  EXPECT_EQ(device.netdevs.source(), "/sys/class/infiniband/rxe0/parent");
}

TEST(RdmaDevice, SoftRoceOfAnotherNamespaceHasNoNetdevHere) {
  const test::FileWorld files(R"(
-- sys/class/infiniband/rxe0 -> ../../devices/virtual/infiniband/rxe0 --
-- sys/devices/virtual/infiniband/rxe0/parent --
eth1
-- sys/class/net/lo/mtu --
65536
)");
  const facts::Rdma rdma = read(files);
  ASSERT_TRUE(only_device(rdma).netdevs);
  EXPECT_TRUE(only_device(rdma).netdevs->empty());
}

TEST(RdmaDevice, OneWithoutAParentFileHasTheNetdevsOfItsGids) {
  const test::FileWorld files(R"(
-- sys/class/infiniband/siw0 -> ../../devices/virtual/infiniband/siw0 --
-- sys/devices/virtual/infiniband/siw0/ports/1/gids/0 --
0200:0000:0001:0000:0000:0000:0000:0000
-- sys/devices/virtual/infiniband/siw0/ports/1/gid_attrs/ndevs/0 --
eth2
-- sys/class/net/eth2/mtu --
1500
)");
  const facts::Rdma rdma = read(files);
  EXPECT_EQ(only_device(rdma).netdevs.value_or({}), std::vector<std::string>{"eth2"});
}

TEST(RdmaDevice, AClassLinkThatLeadsNowhereIsStillADevice) {
  const test::FileWorld files("-- sys/class/infiniband/scif0 -> ../../devices/scif_dma_0/infiniband/scif0 --\n");
  const facts::Rdma rdma = read(files);
  EXPECT_EQ(only_device(rdma).name, "scif0");
  EXPECT_FALSE(only_device(rdma).pci_address);
  EXPECT_TRUE(only_device(rdma).ports.empty());
}

TEST(RdmaDevice, APlainFolderIsToldByItsDeviceLinkEvenIfThatLeadsNowhere) {
  const test::FileWorld files(R"(
-- sys/class/infiniband/mlx5_4/device -> ../../../devices/pci0000:2a/0000:2a:00.1 --
-- sys/class/infiniband/mlx5_4/fw_ver (base64) --
MTYuMzU=
-- sys/bus/pci/devices/0000:2a:00.0 (dir) --
)");
  const facts::Rdma rdma = read(files);
  const facts::Device& device = only_device(rdma);
  EXPECT_TRUE(device.pci_address.is("0000:2a:00.1"));
  EXPECT_TRUE(device.firmware.is("16.35")) << "a value without a final newline";
  EXPECT_EQ(device.pci_id.missing().detail, "0000:2a:00.1 is not listed");
}

TEST(RdmaDevice, ABondInAPlainFolderHasNoFunction) {
  const test::FileWorld files("-- sys/class/infiniband/mlx5_bond_0/fw_ver --\n32.39.1002\n");
  const facts::Rdma rdma = read(files);
  EXPECT_EQ(only_device(rdma).name, "mlx5_bond_0");
  EXPECT_EQ(only_device(rdma).pci_address.missing().detail, "no PCI parent");
}

TEST(RdmaDevice, ASubfunctionHasItsOwnNetdev) {
  const test::FileWorld files(R"(
-- sys/class/infiniband/mlx5_6 -> ../../devices/pci0000:50/0000:51:00.0/mlx5_core.sf.4/infiniband/mlx5_6 --
-- sys/devices/pci0000:50/0000:51:00.0/mlx5_core.sf.4/infiniband/mlx5_6/device -> ../../../mlx5_core.sf.4 --
-- sys/devices/pci0000:50/0000:51:00.0/mlx5_core.sf.4/net/enp81s0f0s4/mtu --
1500
-- sys/devices/pci0000:50/0000:51:00.0/net/enp81s0f0/mtu --
1500
-- sys/bus/pci/devices/0000:51:00.0 -> ../../../devices/pci0000:50/0000:51:00.0 --
)");
  const facts::Rdma rdma = read(files);
  EXPECT_TRUE(only_device(rdma).pci_address.is("0000:51:00.0"));
  EXPECT_EQ(only_device(rdma).netdevs.value_or({}), std::vector<std::string>{"enp81s0f0s4"});
}

/// A function on a bus of eight-digit domains with the files given.
std::string guest(const std::string& device_id, const std::string& more) {
  const std::string folder = "sys/devices/LNXSYSTM:00/pci0001beef:00/0001beef:00:02.0/";
  return "-- sys/class/infiniband/mlx5_0 -> ../../devices/LNXSYSTM:00/pci0001beef:00/0001beef:00:02.0/infiniband/mlx5_0 --\n"
         "-- sys/bus/pci/devices/0001beef:00:02.0 -> ../../../devices/LNXSYSTM:00/pci0001beef:00/0001beef:00:02.0 --\n-- " +
         folder + "vendor --\n0x15b3\n-- " + folder + "class --\n0x020700\n-- " + folder + "numa_node --\n-1\n-- " + folder +
         "device --\n" + device_id + "\n" + (more.empty() ? "" : "-- " + folder + more);
}

TEST(RdmaDevice, AVirtualFunctionWhosePfIsElsewhereIsToldByItsNumber) {
  const facts::Rdma rdma = read(test::FileWorld(guest("0x101e", "")));
  const facts::Device& device = only_device(rdma);
  EXPECT_TRUE(device.pci_address.is("0001beef:00:02.0"));
  EXPECT_TRUE(device.function.is(facts::Function::virtual_function));
  EXPECT_EQ(device.physical_function.missing().why, Why::not_found);
  EXPECT_TRUE(device.numa_node.is(-1));
}

TEST(RdmaDevice, APhysicalFunctionIsToldByItsSriovCapability) {
  EXPECT_TRUE(
      only_device(read(test::FileWorld(guest("0x1021", "sriov_totalvfs --\n16\n")))).function.is(facts::Function::physical));
  EXPECT_EQ(only_device(read(test::FileWorld(guest("0x1021", "")))).function.missing().why, Why::unavailable);
}

TEST(Rdma, NoClassNoCore) {
  EXPECT_EQ(read(test::FileWorld("-- sys/class/net/lo/mtu --\n")).devices.missing().why, Why::not_found);
  EXPECT_TRUE(read(test::FileWorld("-- sys/bus/pci/x --\n")).devices.not_asked()) << "a capture of the bus alone";
  EXPECT_TRUE(read(test::FileWorld("-- proc/x --\n")).devices.not_asked());
  const facts::Rdma empty = read(test::FileWorld("-- sys/class/infiniband (dir) --\n"));
  ASSERT_TRUE(empty.devices);
  EXPECT_TRUE(empty.devices->empty());
}

TEST(Rdma, NodesOfACaptureWithoutDevAreNotAsked) {
  const facts::Rdma rdma =
      read(test::FileWorld("-- sys/class/infiniband/mlx5_0/x --\n-- sys/class/infiniband_verbs/uverbs0/ibdev --\nmlx5_0\n"));
  EXPECT_TRUE(only_device(rdma).uverbs.is("uverbs0"));
  EXPECT_TRUE(only_device(rdma).uverbs_node.present.not_asked());
  EXPECT_TRUE(rdma.nodes.not_asked());
}

TEST(Rdma, WhatIsNoCharacterDeviceIsNoNode) {
  const facts::Rdma rdma = read(test::FileWorld("-- dev/infiniband/rdma_cm --\ntext\n"));
  EXPECT_EQ(rdma.rdma_cm.present.missing().why, Why::malformed);
}

}  // namespace
}  // namespace railhead::probe
