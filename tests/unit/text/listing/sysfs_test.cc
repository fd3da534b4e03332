#include "facts/rdma/unnamed.h"
#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

constexpr const char* kIpv4 = "0000:0000:0000:0000:0000:ffff:0a07:0009";
constexpr const char* kZero = "0000:0000:0000:0000:0000:0000:0000:0000";

TEST(Sysfs, PathColonValue) {
  const std::string port = "/sys/class/infiniband/mlx5_1/ports/1/";
  const facts::Machine machine =
      pasted("sysfs", port + "gid_attrs/types/2:IB/RoCE v1\n" + port + "gid_attrs/types/3:RoCE v2\n" + "grep: " + port +
                          "gid_attrs/types/0: Invalid argument\n" + port + "gids/0:" + kZero + "\n" + port + "gids/2:" + kIpv4 +
                          "\n" + port + "gids/3:" + kIpv4 + "\n" + port + "gid_attrs/ndevs/3:net1\n");
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_1")), "2 10.7.0.9 RoCE v1; 3 10.7.0.9 RoCE v2 net1");
  EXPECT_EQ(test::port(machine, "mlx5_1").gids->size, 4U);
  EXPECT_EQ(test::port(machine, "mlx5_1").gids->zero, 2U);
  EXPECT_FALSE(test::port(machine, "mlx5_1").gids->whole) << "slot 1 was not printed";
  EXPECT_EQ(test::port(machine, "mlx5_1").gids->entries[1].gid.source(), "paste:6");
  EXPECT_EQ(test::port(machine, "mlx5_1").gids->entries[1].type.source(), "paste:2");
}

TEST(Sysfs, ValuesBelowTheirPaths) {
  const facts::Machine machine =
      pasted("sysfs", std::string("==> /sys/class/infiniband/mlx5_1/ports/2/gids/3 <==\n") + kIpv4 +
                          "\n\n==> /sys/class/infiniband/mlx5_1/ports/2/gid_attrs/types/3 <==\nRoCE v2\n"
                          "[root@node ~]# cat /sys/class/infiniband/mlx5_1/ports/2/gid_attrs/ndevs/3\nens9\n"
                          "$ cat /sys/class/infiniband/mlx5_1/ports/2/state\n4: ACTIVE\n"
                          "$ cat /sys/class/infiniband/mlx5_1/ports/2/rate\n100 Gb/sec (4X EDR)\n");
  const facts::Port& port = test::port(machine, "mlx5_1", 2);
  EXPECT_EQ(test::gids(port), "3 10.7.0.9 RoCE v2 ens9");
  EXPECT_TRUE(port.state.is(facts::PortState::active));
  EXPECT_TRUE(port.rate.is({100 * test::kGigabit}));
}

TEST(Sysfs, GlobInTheOrderOfTheShell) {
  std::string text = "# cat /sys/class/infiniband/mlx5_1/ports/1/gids/*\n";
  for (int line = 0; line < 16; ++line) text += std::string(line == 2 ? kIpv4 : kZero) + "\n";
  const facts::Machine machine = pasted("sysfs", text);
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_1")), "10 10.7.0.9") << "the third file is 10";
  EXPECT_EQ(test::port(machine, "mlx5_1").gids->size, 16U);
  EXPECT_TRUE(test::port(machine, "mlx5_1").gids->whole);
}

TEST(Sysfs, GlobWithRefusedFiles) {
  const std::string port = "/sys/class/infiniband/mlx5_1/ports/1/";
  std::string text = port + "gids/5:" + kIpv4 + "\n$ cat " + port + "gid_attrs/types/*\n";
  for (const char* line : {"0", "1", "2", "3", "4", "-", "6", "7"})
    text += *line == '-' ? "RoCE v2\n" : "cat: " + port + "gid_attrs/types/" + line + ": Invalid argument\n";
  EXPECT_EQ(test::gids(test::port(pasted("sysfs", text), "mlx5_1")), "5 10.7.0.9 RoCE v2");
}

TEST(Sysfs, CutGlobHasNoIndexes) {
  const facts::Machine machine =
      pasted("sysfs", std::string("$ cat /sys/class/infiniband/mlx5_1/ports/1/gids/*\n") + kIpv4 + "\n" + kIpv4 + "\n");
  EXPECT_TRUE(machine.rdma.devices.not_asked());
}

TEST(Sysfs, RefusedGidIsAnEntry) {
  const facts::Machine machine = pasted("sysfs",
                                        "cat: /sys/class/infiniband/mlx5_1/ports/1/gids/4: Invalid argument\n"
                                        "cat: /sys/class/infiniband/mlx5_1/ports/1/gids/99: No such file or directory\n");
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_1")), "4 EINVAL");
}

TEST(Sysfs, PathsWithoutADevice) {
  const facts::Machine machine =
      pasted("sysfs", std::string("gids/3:") + kIpv4 + "\nports/2/gids/1:" + kIpv4 + "\n./gid_attrs/types/3:RoCE v2\n");
  EXPECT_EQ(test::gids(test::port(machine, facts::kUnnamed, 1)), "3 10.7.0.9 RoCE v2");
  EXPECT_EQ(test::gids(test::port(machine, facts::kUnnamed, 2)), "1 10.7.0.9");
}

TEST(Sysfs, PathsThroughPci) {
  const std::string device = "/sys/devices/pci0000:40/0000:40:01.1/0000:41:00.0/infiniband/mlx5_4/";
  const facts::Machine machine =
      pasted("sysfs", device + "ports/1/gids/3:" + kIpv4 + "\n" + device + "fw_ver:22.39.1002\n" + device +
                          "node_guid:94de:8011:0033:5a10\n" + device + "ports/1/lid:0x1f\n");
  EXPECT_EQ(test::gids(test::port(machine, "mlx5_4")), "3 10.7.0.9");
  EXPECT_TRUE(test::device(machine, "mlx5_4").firmware.is("22.39.1002"));
  EXPECT_TRUE(test::device(machine, "mlx5_4").node_guid.is(0x94de801100335a10));
  EXPECT_TRUE(test::port(machine, "mlx5_4").lid.is(31));
}

TEST(Sysfs, CommandsWithoutAValueAreNotShown) {
  const text::Kind& kind = test::kind("sysfs");
  EXPECT_FALSE(kind.shows("$ grep . /sys/class/infiniband/*/ports/1/gids/*"));
  EXPECT_FALSE(kind.shows("$ cat /sys/class/infiniband/mlx5_1/ports/1/gids/* | head"));
  EXPECT_FALSE(kind.shows("the file /sys/class/infiniband/mlx5_1/ports/1/gids/3 is empty"));
  EXPECT_FALSE(
      kind.shows("node-a:1:1 [0] misc/utils.cc:1 NCCL WARN Call to open /sys/class/infiniband/mlx5_1/ports/1/gids/3: failed"));
}

}  // namespace
}  // namespace railhead
