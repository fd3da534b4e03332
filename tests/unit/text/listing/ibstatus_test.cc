#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

constexpr const char* kTwo = R"(Infiniband device 'mlx5_5' port 1 status:
	default gid:	 fe80:0000:0000:0000:94de:8011:0033:5a10
	base lid:	 0x1f
	sm lid:		 0x2
	state:		 4: ACTIVE
	phys state:	 5: LinkUp
	rate:		 400 Gb/sec (4X NDR)
	link_layer:	 InfiniBand

Infiniband device 'mlx5_bond_1' port 2 status:
	default gid:	 fe80:0000:0000:0000:02c0:5eff:fe12:3401
	base lid:	 0x0
	sm lid:		 0x0
	state:		 1: DOWN
	phys state:	 3: Disabled
	rate:		 25 Gb/sec (1X EDR)
	link_layer:	 Ethernet
)";

TEST(Ibstatus, InfiniBandPort) {
  const facts::Machine machine = pasted("ibstatus", kTwo);
  const facts::Port& port = test::port(machine, "mlx5_5");
  EXPECT_TRUE(port.lid.is(31));
  EXPECT_TRUE(port.sm_lid.is(2));
  EXPECT_TRUE(port.state.is(facts::PortState::active));
  EXPECT_TRUE(port.physical_state.is("LinkUp"));
  EXPECT_TRUE(port.rate.is({400 * test::kGigabit}));
  EXPECT_TRUE(port.rate_text.is("400 Gb/sec (4X NDR)"));
  EXPECT_EQ(port.rate_text.source(), "paste:7");
  EXPECT_TRUE(port.link_layer.is(facts::LinkLayer::infiniband));
  EXPECT_EQ(test::gids(port), "0 fe80::94de:8011:33:5a10");
}

TEST(Ibstatus, DefaultGidOfEthernetIsNotTheTable) {
  const facts::Machine machine = pasted("ibstatus", kTwo);
  const facts::Port& port = test::port(machine, "mlx5_bond_1", 2);
  EXPECT_TRUE(port.state.is(facts::PortState::down));
  EXPECT_TRUE(port.physical_state.is("Disabled"));
  EXPECT_TRUE(port.gids.not_asked()) << "one link-local slot would look as if there were no other";
}

TEST(Ibstatus, NonsenseIsMalformed) {
  const facts::Machine machine =
      pasted("ibstatus", "Infiniband device 'mlx5_5' port 1 status:\n\tsm lid: 0xzz\n\trate: 9 Mb/sec\n\tstate:\n");
  const facts::Port& port = test::port(machine, "mlx5_5");
  EXPECT_EQ(port.sm_lid.missing().why, facts::Why::malformed);
  EXPECT_EQ(port.rate.missing().detail, "expected a rate like '100 Gb/sec (4X EDR)', found '9 Mb/sec'");
  EXPECT_TRUE(port.state.not_asked());
}

}  // namespace
}  // namespace railhead
