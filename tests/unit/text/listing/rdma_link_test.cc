#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

TEST(RdmaLink, InfiniBandAndEthernet) {
  const facts::Machine machine =
      pasted("rdma link",
             "link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 17 sm_lid 2 lmc 0 state ACTIVE physical_state LINK_UP \n"
             "link mlx5_6/1 state INIT physical_state POLLING netdev ens7f0np0 \n");
  const facts::Port& infiniband = test::port(machine, "mlx5_0");
  EXPECT_TRUE(infiniband.link_layer.is(facts::LinkLayer::infiniband));
  EXPECT_TRUE(infiniband.lid.is(17));
  EXPECT_TRUE(infiniband.sm_lid.is(2));
  EXPECT_TRUE(infiniband.state.is(facts::PortState::active));
  EXPECT_TRUE(infiniband.physical_state.is("LinkUp"));
  EXPECT_EQ(infiniband.state.source(), "paste:1");
  EXPECT_TRUE(test::device(machine, "mlx5_0").netdevs.not_asked()) << "rdma names no netdev of InfiniBand";
  const facts::Port& ethernet = test::port(machine, "mlx5_6");
  EXPECT_TRUE(ethernet.link_layer.is(facts::LinkLayer::ethernet));
  EXPECT_TRUE(ethernet.state.is(facts::PortState::init));
  EXPECT_TRUE(ethernet.physical_state.is("Polling"));
  EXPECT_TRUE(ethernet.lid.not_asked());
  EXPECT_EQ(*test::device(machine, "mlx5_6").netdevs, std::vector<std::string>{"ens7f0np0"});
}

TEST(RdmaLink, WithoutANetdevNoneIsHere) {
  const facts::Machine machine =
      pasted("rdma link", "link mlx5_3/1 state DOWN physical_state DISABLED\nlink mlx5_4/1 state DOWN\n");
  ASSERT_TRUE(test::device(machine, "mlx5_3").netdevs.has());
  EXPECT_TRUE(test::device(machine, "mlx5_3").netdevs->empty());
  EXPECT_TRUE(test::port(machine, "mlx5_3").link_layer.not_asked()) << "Amazon's adapter looks the same and is no Ethernet";
  EXPECT_TRUE(test::device(machine, "mlx5_4").netdevs.not_asked()) << "the line was cut";
}

TEST(RdmaLink, OlderForm) {
  const facts::Machine machine =
      pasted("rdma link", "2/1: mlx5_1/1: state ACTIVE physical_state LINK_UP netdev eth3\n    caps: <CM, IP_BASED_GIDS>\n");
  EXPECT_TRUE(test::port(machine, "mlx5_1").state.is(facts::PortState::active));
  EXPECT_EQ(*test::device(machine, "mlx5_1").netdevs, std::vector<std::string>{"eth3"});
}

TEST(RdmaLink, OtherLinesAreNotShown) {
  const text::Kind& kind = test::kind("rdma link");
  EXPECT_FALSE(kind.shows("link mlx5_1/x state ACTIVE physical_state LINK_UP"));
  EXPECT_FALSE(kind.shows("link to a/1 page that is in no state"));
  EXPECT_FALSE(kind.shows("link the chapter/1 state of things"));
}

}  // namespace
}  // namespace railhead
