#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

std::string run(const std::string& layer, const std::string& index, const std::string& gid) {
  return " Dual-port       : OFF\t\tDevice         : mlx5_9\n Link type       : " + layer + "\n GID index       : " + index +
         "\n local address: LID 0000 QPN 0x00c1 PSN 0x21ab44 RKey 0x1802b3 VAddr 0x007f11aa33c000\n GID: " + gid +
         "\n remote address: LID 0000 QPN 0x0132 PSN 0xbaf42b RKey 0x181ddc VAddr 0x007fb24d4d1000\n" +
         " GID: 00:00:00:00:00:00:00:00:00:00:255:255:10:81:04:77\n";
}

TEST(Perftest, BytesAreDecimalAndThePeersAreLeftOut) {
  const facts::Machine machine = pasted("perftest", run("Ethernet", "3", "00:00:00:00:00:00:00:00:00:00:255:255:10:81:04:09"));
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_9")), "3 10.81.4.9");
  EXPECT_FALSE(test::port(machine, "mlx5_9").gids->whole);
}

TEST(Perftest, ZeroAtTheFirstIndexIsATableOfZeros) {
  const facts::Machine machine = pasted("perftest", run("Ethernet", "0", "00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00"));
  const facts::Port& port = test::port(machine, "mlx5_9");
  EXPECT_EQ(test::gids(port), "");
  EXPECT_EQ(port.gids->size, 1U);
  EXPECT_TRUE(port.gids->whole);
}

TEST(Perftest, InfiniBandAndBrokenGidsTellNothing) {
  EXPECT_FALSE(pasted("perftest", run("IB", "0", "00:00:00:00:00:00:00:00:00:00:00:00:00:00:00:00")).rdma.devices.has());
  EXPECT_FALSE(pasted("perftest", run("Ethernet", "0", "00:00:300:01")).rdma.devices.has());
}

}  // namespace
}  // namespace railhead
