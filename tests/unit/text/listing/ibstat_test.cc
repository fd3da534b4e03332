#include "facts/rdma/unnamed.h"
#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

constexpr const char* kCa = R"(CA 'mlx5_2'
	CA type: MT4124
	Number of ports: 2
	Firmware version: 20.43.1014
	Hardware version: 0
	Node GUID: 0x94de801100335a10
	System image GUID: 0x94de801100335a10
	Port 1:
		State: Initializing
		Physical state: LinkUp
		Rate: 200
		Base lid: 65535
		LMC: 0
		SM lid: 7
		Capability mask: 0x2651ec48
		Port GUID: 0x94de801100335a11
		Link layer: InfiniBand
	Port 2:
		State: Active
		Physical state: Polling
		Rate: 2.5
		Base lid: 12
		Link layer: Ethernet
)";

TEST(Ibstat, DeviceAndPorts) {
  const facts::Machine machine = pasted("ibstat", kCa);
  const facts::Device& device = test::device(machine, "mlx5_2");
  EXPECT_TRUE(device.firmware.is("20.43.1014"));
  EXPECT_TRUE(device.node_guid.is(0x94de801100335a10));
  EXPECT_TRUE(device.pci_id.is("15b3:101c"));
  EXPECT_TRUE(device.function.is(facts::Function::virtual_function)) << "0x101c is a virtual function's id";
  ASSERT_EQ(device.ports.size(), 2U);
  const facts::Port& first = test::port(machine, "mlx5_2", 1);
  EXPECT_TRUE(first.state.is(facts::PortState::init));
  EXPECT_TRUE(first.physical_state.is("LinkUp"));
  EXPECT_TRUE(first.rate.is({200 * test::kGigabit}));
  EXPECT_TRUE(first.lid.is(65535));
  EXPECT_EQ(first.lid.source(), "paste:12");
  EXPECT_TRUE(first.sm_lid.is(7));
  EXPECT_TRUE(first.link_layer.is(facts::LinkLayer::infiniband));
}

TEST(Ibstat, SecondPortHasItsOwnValues) {
  const facts::Machine machine = pasted("ibstat", kCa);
  const facts::Port& port = test::port(machine, "mlx5_2", 2);
  EXPECT_TRUE(port.state.is(facts::PortState::active));
  EXPECT_TRUE(port.physical_state.is("Polling"));
  EXPECT_TRUE(port.rate.is({5 * test::kGigabit / 2}));
  EXPECT_TRUE(port.lid.is(12));
  EXPECT_TRUE(port.sm_lid.not_asked());
}

TEST(Ibstat, OnePortAskedFor) {
  const facts::Machine machine = pasted("ibstat", "CA: 'mlx5_2'\nPort 2:\nState: Down\nPhysical state: Disabled\n");
  EXPECT_TRUE(test::port(machine, "mlx5_2", 2).state.is(facts::PortState::down));
  EXPECT_TRUE(test::port(machine, "mlx5_2", 2).physical_state.is("Disabled"));
}

TEST(Ibstat, WithoutAHead) {
  const facts::Machine machine = pasted("ibstat", "State: Active\nPhysical state: LinkUp\nBase lid: 9\n");
  EXPECT_TRUE(test::port(machine, facts::kUnnamed).lid.is(9));
}

TEST(Ibstat, NonsenseIsMalformed) {
  const facts::Machine machine =
      pasted("ibstat", "CA 'mlx5_2'\n\tPort 1:\n\t\tRate: fast\n\t\tBase lid: -1\n\t\tLink layer:\n");
  const facts::Port& port = test::port(machine, "mlx5_2");
  EXPECT_EQ(port.rate.missing().detail, "expected a number of Gb/s, found 'fast'");
  EXPECT_EQ(port.lid.missing().why, facts::Why::malformed);
  EXPECT_TRUE(port.link_layer.not_asked());
}

}  // namespace
}  // namespace railhead
