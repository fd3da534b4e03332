#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

TEST(ShowGids, TabsAndABlankColumn) {
  const facts::Machine machine = pasted("show_gids",
                                        "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
                                        "---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n"
                                        "mlx5_1\t1\t8\tfe80:0000:0000:0000:02c0:5eff:fe12:3401\t\t\tv1\tnet2\n"
                                        "mlx5_1\t1\t9\tfe80:0000:0000:0000:02c0:5eff:fe12:3401\t\t\tv2\tnet2\n"
                                        "mlx5_1\t1\t10\t0000:0000:0000:0000:0000:ffff:0a07:0009\t10.7.0.9  \tv1\tnet2\n"
                                        "mlx5_1\t1\t11\t0000:0000:0000:0000:0000:ffff:0a07:0009\t10.7.0.9  \tv2\tnet2\n"
                                        "n_gids_found=4\n");
  const facts::Port& port = test::port(machine, "mlx5_1");
  EXPECT_EQ(test::gids(port),
            "8 fe80::2c0:5eff:fe12:3401 RoCE v1 net2; 9 fe80::2c0:5eff:fe12:3401 RoCE v2 net2; 10 10.7.0.9 RoCE v1 net2; "
            "11 10.7.0.9 RoCE v2 net2");
  EXPECT_EQ(port.gids->size, 12U);
  EXPECT_EQ(port.gids->zero, 8U);
  EXPECT_TRUE(port.link_layer.is(facts::LinkLayer::ethernet));
  EXPECT_EQ(port.gids->entries[3].type.source(), "paste:6");
}

TEST(ShowGids, IndentedAndTabsBecameBlanks) {
  const facts::Machine machine =
      pasted("show_gids",
             "      DEV     PORT    INDEX   GID                                     IPv4            VER     DEV\n"
             "      ---     ----    -----   ---                                     ------------    ---     ---\n"
             "      rocep9s0  2       3       0000:0000:0000:0000:0000:ffff:0a07:0009 10.7.0.9       v2      ens9np0\n"
             "      rocep9s0  2       1       fe80:0000:0000:0000:02c0:5eff:fe12:3401                v2      ens9np0\n");
  EXPECT_EQ(test::gids(test::port(machine, "rocep9s0", 2)),
            "1 fe80::2c0:5eff:fe12:3401 RoCE v2 ens9np0; 3 10.7.0.9 RoCE v2 ens9np0");
}

TEST(ShowGids, TypeOfInfiniBandNeedsTheLinkLayer) {
  const std::string row = "mlx5_0\t1\t0\tfe80:0000:0000:0000:94de:8011:0033:5a10\t\t\tv1\t\n";
  EXPECT_EQ(test::gids(test::port(pasted("show_gids", row), "mlx5_0")), "0 fe80::94de:8011:33:5a10");
  const facts::Machine known = pasted("ibstat", "CA 'mlx5_0'\n\tPort 1:\n\t\tLink layer: InfiniBand\n");
  EXPECT_EQ(test::gids(test::port(pasted("show_gids", row, known), "mlx5_0")), "0 fe80::94de:8011:33:5a10 IB");
}

TEST(ShowGids, EmptyTableNamesNoDevice) {
  const facts::Machine machine =
      pasted("show_gids", "DEV PORT INDEX GID IPv4 VER DEV\n--- ---- ----- --- ------ --- ---\nn_gids_found=0\n");
  EXPECT_TRUE(machine.rdma.devices.not_asked());
}

TEST(ShowGids, RowsThatAreNoneAreLeftOut) {
  const text::Kind& kind = test::kind("show_gids");
  EXPECT_FALSE(kind.shows("mlx5_1 1 8 fe80::2c0:5eff:fe12:3401 v1 net2")) << "show_gids writes all digits";
  EXPECT_FALSE(kind.shows("mlx5_1 x 8 fe80:0000:0000:0000:02c0:5eff:fe12:3401 v1 net2"));
  EXPECT_FALSE(kind.shows("mlx5_1 1 8 fe80:0000:0000:0000:02c0:5eff:fe12:3401 v3 net2"));
}

TEST(GidList, WrittenByHand) {
  const facts::Machine machine = pasted("GID list", "rocep4s0 gid3 ::ffff:10.7.0.9 ACTIVE\nrocep5s0 gid1 fe80::1\n");
  EXPECT_EQ(test::gids(test::port(machine, "rocep4s0")), "3 10.7.0.9");
  EXPECT_TRUE(test::port(machine, "rocep4s0").state.is(facts::PortState::active));
  EXPECT_TRUE(test::port(machine, "rocep4s0").link_layer.is(facts::LinkLayer::ethernet));
  EXPECT_TRUE(test::port(machine, "rocep5s0").link_layer.not_asked()) << "a link-local GID is InfiniBand's too";
}

}  // namespace
}  // namespace railhead
