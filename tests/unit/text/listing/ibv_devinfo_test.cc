#include "facts/rdma/unnamed.h"
#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

constexpr const char* kTwoDevices = R"(hca_id:	mlx5_3
	transport:			InfiniBand (0)
	fw_ver:				28.41.7002
	node_guid:			94de:8011:0033:5a10
	sys_image_guid:			94de:8011:0033:5a10
	vendor_id:			0x02c9
	vendor_part_id:			4129
	hw_ver:				0x0
	board_id:			MT_0000000771
	phys_port_cnt:			1
		port:	1
			state:			PORT_ACTIVE (4)
			max_mtu:		4096 (5)
			active_mtu:		2048 (4)
			sm_lid:			3
			port_lid:		71
			port_lmc:		0x00
			link_layer:		InfiniBand

hca_id:	rocep9s0
	transport:			InfiniBand (0)
	fw_ver:				22.39.1002
	node_guid:			0000:0000:0000:0000
	vendor_id:			0x02c9
	vendor_part_id:			4126
	phys_port_cnt:			1
		port:	1
			state:			PORT_DOWN (1)
			max_mtu:		4096 (5)
			active_mtu:		1024 (3)
			sm_lid:			0
			port_lid:		0
			port_lmc:		0x00
			link_layer:		Ethernet
)";

TEST(IbvDevinfo, ShortForm) {
  const facts::Machine machine = pasted("ibv_devinfo", kTwoDevices);
  ASSERT_EQ(machine.rdma.devices->size(), 2U);
  const facts::Device& device = test::device(machine, "mlx5_3");
  EXPECT_TRUE(device.firmware.is("28.41.7002"));
  EXPECT_TRUE(device.node_guid.is(0x94de801100335a10));
  EXPECT_TRUE(device.pci_id.is("15b3:1021"));
  EXPECT_TRUE(device.function.not_asked()) << "a physical function's part number is a subfunction's too";
  EXPECT_TRUE(device.verbs_lists.is(true));
  EXPECT_TRUE(device.verbs_opens.is(true));
  const facts::Port& port = test::port(machine, "mlx5_3");
  EXPECT_TRUE(port.state.is(facts::PortState::active));
  EXPECT_EQ(port.state.source(), "paste:12");
  EXPECT_TRUE(port.max_mtu.is(4096));
  EXPECT_TRUE(port.active_mtu.is(2048));
  EXPECT_TRUE(port.lid.is(71));
  EXPECT_TRUE(port.sm_lid.is(3));
  EXPECT_TRUE(port.link_layer.is(facts::LinkLayer::infiniband));
  EXPECT_TRUE(port.gids.not_asked());
  EXPECT_TRUE(port.physical_state.not_asked());
}

TEST(IbvDevinfo, SecondDeviceHasItsOwnValues) {
  const facts::Machine machine = pasted("ibv_devinfo", kTwoDevices);
  EXPECT_TRUE(test::device(machine, "rocep9s0").node_guid.is(0));
  EXPECT_TRUE(test::device(machine, "rocep9s0").function.is(facts::Function::virtual_function));
  EXPECT_TRUE(test::port(machine, "rocep9s0").state.is(facts::PortState::down));
  EXPECT_TRUE(test::port(machine, "rocep9s0").link_layer.is(facts::LinkLayer::ethernet));
}

TEST(IbvDevinfo, VerboseFormHasGidsOfBothSpellings) {
  const facts::Machine machine = pasted("ibv_devinfo", R"(hca_id:	mlx5_8
	device_cap_flags:		0x25321c36
					BAD_PKEY_CNTR
					Unknown flags: 0x2000
	odp_caps:
					NO SUPPORT
		port:	1
			state:			PORT_ACTIVE (4)
			link_layer:		Ethernet
			gid_tbl_len:		16
			active_width:		4X (2)
			active_speed:		25.0 Gbps (32)
			phys_state:		LINK_UP (5)
			GID[  0]:		fe80:0000:0000:0000:02c0:5eff:fe12:3401, RoCE v1
			GID[  1]:		fe80::2c0:5eff:fe12:3401, RoCE v2
			GID[  2]:		0000:0000:0000:0000:0000:ffff:0a07:0009, RoCE v1
			GID[  3]:		::ffff:10.7.0.9, RoCE v2
)");
  const facts::Port& port = test::port(machine, "mlx5_8");
  EXPECT_EQ(test::gids(port),
            "0 fe80::2c0:5eff:fe12:3401 RoCE v1; 1 fe80::2c0:5eff:fe12:3401 RoCE v2; 2 10.7.0.9 RoCE v1; 3 10.7.0.9 RoCE v2");
  EXPECT_EQ(port.gids->entries[3].gid.source(), "paste:17");
  EXPECT_EQ(port.gids->size, 16U);
  EXPECT_EQ(port.gids->zero, 12U);
  EXPECT_TRUE(port.rate.is({100 * test::kGigabit}));
  EXPECT_TRUE(port.physical_state.is("LinkUp"));
}

TEST(IbvDevinfo, LengthAloneIsNoTable) {
  const facts::Machine machine = pasted("ibv_devinfo", "hca_id:\tmlx5_8\n\t\tport:\t1\n\t\t\tgid_tbl_len:\t\t256\n");
  EXPECT_TRUE(test::port(machine, "mlx5_8").gids.not_asked()) << "the GIDs may have been cut from the paste";
}

TEST(IbvDevinfo, GidLinesWithoutADevice) {
  const facts::Machine machine = pasted("ibv_devinfo", "GID[  5]:\t\t::ffff:10.7.3.2, RoCE v2\n");
  const facts::Port& port = test::port(machine, facts::kUnnamed);
  EXPECT_EQ(test::gids(port), "5 10.7.3.2 RoCE v2");
  EXPECT_TRUE(port.link_layer.is(facts::LinkLayer::ethernet));
}

TEST(IbvDevinfo, GidLinesAloneAreWholeFromTheFirstOn) {
  const facts::Machine cut = pasted("ibv_devinfo", "GID[  1]: ::ffff:10.7.3.2, RoCE v2\n");
  EXPECT_FALSE(test::port(cut, facts::kUnnamed).gids->whole);
  const facts::Machine all = pasted("ibv_devinfo", "GID[  1]: ::ffff:10.7.3.2, RoCE v2\nGID[  0]: fe80::1, RoCE v2\n");
  EXPECT_TRUE(test::port(all, facts::kUnnamed).gids->whole);
  const facts::Machine headed = pasted("ibv_devinfo", "hca_id: mlx5_0\n GID[  1]: ::ffff:10.7.3.2, RoCE v2\n");
  EXPECT_TRUE(test::port(headed, "mlx5_0").gids->whole) << "the tool leaves empty slots out";
}

TEST(IbvDevinfo, GidOfInfiniBandHasNoType) {
  const facts::Machine machine = pasted(
      "ibv_devinfo", "hca_id: mlx5_0\n port: 1\n link_layer: InfiniBand\n GID[  0]: fe80:0000:0000:0000:94de:8011:0033:5a10\n");
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_0")), "0 fe80::94de:8011:33:5a10");
  EXPECT_TRUE(test::port(machine, "mlx5_0").link_layer.is(facts::LinkLayer::infiniband));
}

TEST(IbvDevinfo, NamesAlone) {
  const facts::Machine machine = pasted("ibv_devinfo", "2 HCAs found:\n\tmlx5_4\n\tbnxt_re0\n\n");
  ASSERT_EQ(machine.rdma.devices->size(), 2U);
  EXPECT_TRUE(test::device(machine, "bnxt_re0").verbs_lists.is(true));
  EXPECT_TRUE(test::device(machine, "bnxt_re0").verbs_opens.not_asked());
  EXPECT_TRUE(test::device(machine, "bnxt_re0").ports.empty());
}

TEST(IbvDevinfo, NoDevices) {
  const facts::Machine machine = pasted("ibv_devinfo", "No IB devices found\n");
  ASSERT_TRUE(machine.rdma.devices.has());
  EXPECT_TRUE(machine.rdma.devices->empty());
}

TEST(IbvDevinfo, NoDevicesBesideThoseOfTheKernel) {
  const facts::Machine known = pasted("rdma link", "link bnxt_re1/1 state ACTIVE physical_state LINK_UP netdev eth2\n");
  const facts::Machine machine = pasted("ibv_devinfo", "No IB devices found\n", known);
  EXPECT_TRUE(test::device(machine, "bnxt_re1").verbs_lists.is(false));
}

TEST(IbvDevinfo, NonsenseIsMalformedOrLeftOut) {
  const facts::Machine machine = pasted("ibv_devinfo", R"(hca_id:	mlx5_3
	node_guid:			94de::8011:0033:5a10
		port:	1
			state:			PORT_SLEEPY (9)
			port_lid:		
			max_mtu:		lots
		port:	900
			state:			PORT_ACTIVE (4)
hca_id:	not a name
	fw_ver:				1.2.3
)");
  ASSERT_EQ(machine.rdma.devices->size(), 1U);
  EXPECT_EQ(test::device(machine, "mlx5_3").node_guid.missing().detail, "expected a GUID, found '94de::8011:0033:5a10'");
  EXPECT_TRUE(test::device(machine, "mlx5_3").firmware.not_asked()) << "it belongs to a device without a proper name";
  ASSERT_EQ(test::device(machine, "mlx5_3").ports.size(), 1U);
  const facts::Port& port = test::port(machine, "mlx5_3");
  EXPECT_EQ(port.state.missing().why, facts::Why::malformed);
  EXPECT_EQ(port.state.source(), "paste:4");
  EXPECT_TRUE(port.lid.not_asked());
  EXPECT_EQ(port.max_mtu.missing().why, facts::Why::malformed);
}

}  // namespace
}  // namespace railhead
