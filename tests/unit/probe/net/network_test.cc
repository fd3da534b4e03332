#include "probe/net/network.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

constexpr const char* kNet1 =
    "-- sys/class/net/net1 -> ../../devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1 --\n"
    "-- sys/class/net/bonding_masters --\n\n"
    "-- sys/bus/pci/drivers/mlx5_core (dir) --\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/driver -> ../../../../bus/pci/drivers/mlx5_core --\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1/device -> ../../../0000:3b:01.2 --\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1/mtu --\n9000\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1/type --\n1\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1/operstate --\nup\n"
    "-- sys/devices/pci0000:3a/0000:3a:01.0/0000:3b:01.2/net/net1/address --\n02:00:00:00:0a:01\n";

facts::Network probed(const std::string& archive, KernelAnswers answers = {}) {
  return network(test::Place(archive, {}, std::move(answers)).world());
}

KernelAnswers addresses(std::vector<sys::InterfaceAddress> all) {
  KernelAnswers answers;
  answers.addresses = std::move(all);
  return answers;
}

TEST(Network, AnInterfaceOnPci) {
  const facts::Network network = probed(kNet1, addresses({{"net1", std::string("\x0a\x09\x00\x07", 4), 24}}));
  ASSERT_EQ(network.interfaces->size(), 1U) << "bonding_masters is no interface";
  const facts::Interface& net1 = (*network.interfaces)[0];
  EXPECT_EQ(net1.name, "net1");
  EXPECT_EQ(*net1.mtu, 9000U);
  EXPECT_EQ(*net1.type, 1U);
  EXPECT_EQ(*net1.state, "up");
  EXPECT_EQ(*net1.mac, "02:00:00:00:0a:01");
  EXPECT_EQ(*net1.driver, "mlx5_core");
  EXPECT_EQ(*net1.pci_address, "0000:3b:01.2");
  ASSERT_EQ(net1.addresses->size(), 1U);
  EXPECT_TRUE((*net1.addresses)[0].ipv4);
  EXPECT_EQ((*net1.addresses)[0].value.bytes[12], 10);
  EXPECT_EQ((*net1.addresses)[0].prefix_length, 24U);
}

TEST(Network, AVirtioInterfaceIsOnTheFunctionAbove) {
  const facts::Network network = probed(
      "-- sys/class/net/eth0 -> ../../devices/pci0000:00/0000:00:03.0/virtio1/net/eth0 --\n"
      "-- sys/devices/pci0000:00/0000:00:03.0/virtio1/net/eth0/device -> ../../../virtio1 --\n");
  EXPECT_EQ(*(*network.interfaces)[0].pci_address, "0000:00:03.0");
  EXPECT_EQ((*network.interfaces)[0].mtu.missing().why, facts::Why::not_found);
}

TEST(Network, AVirtualInterfaceIsOnNone) {
  const facts::Network network =
      probed("-- sys/class/net/lo -> ../../devices/virtual/net/lo --\n-- sys/devices/virtual/net/lo/mtu --\n65536\n");
  EXPECT_EQ((*network.interfaces)[0].pci_address.missing().why, facts::Why::not_found);
  EXPECT_EQ((*network.interfaces)[0].driver.missing().why, facts::Why::not_found);
  EXPECT_TRUE((*network.interfaces)[0].addresses.not_asked());
}

TEST(Network, AnInterfaceThatOnlyTheAddressesName) {
  const facts::Network network =
      probed(kNet1, addresses({{"net2", std::string("\x0a\x09\x01\x07", 4), 24}, {"net1", "odd", 7}}));
  ASSERT_EQ(network.interfaces->size(), 2U);
  EXPECT_TRUE(find(network, "net1")->addresses->empty());
  EXPECT_EQ(find(network, "net2")->mtu.missing().why, facts::Why::not_found);
  EXPECT_EQ(find(network, "net2")->addresses->size(), 1U);
}

TEST(Network, HostileValues) {
  const facts::Network network = probed(
      "-- sys/class/net/e0/mtu --\n99999999999999999999\n-- sys/class/net/e0/type !EINVAL --\n-- sys/class/net/e0/operstate "
      "--\n"
      "-- sys/class/net/e0/device -> ../e0/device --\n");
  const facts::Interface& e0 = (*network.interfaces)[0];
  EXPECT_EQ(e0.mtu.missing().why, facts::Why::malformed);
  EXPECT_EQ(e0.type.missing().why, facts::Why::unavailable);
  EXPECT_EQ(e0.state.missing().why, facts::Why::unavailable);
  EXPECT_EQ(e0.pci_address.missing().why, facts::Why::unavailable) << "a link to itself";
}

TEST(Network, RoutesOfBothFamilies) {
  const std::string heading = "-- proc/net/route --\nIface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n";
  const std::string one = "net1 0000090A 00000000 0001 0 0 0 0000FFFF 0 0 0\n";
  const std::string none(32, '0');
  EXPECT_EQ(probed(heading + one).routes->size(), 1U);
  EXPECT_EQ(probed(heading + one + "-- proc/net/ipv6_route --\n" + none + " 00 " + none + " 00 " + none + " 1 1 0 1 eth0\n")
                .routes->size(),
            2U);
  EXPECT_EQ(probed(heading + one + "-- proc/net/ipv6_route !EACCES --\n").routes.missing().why, facts::Why::denied);
  EXPECT_EQ(probed(heading + "net1 zz\n").routes.missing().why, facts::Why::malformed);
  EXPECT_EQ(probed("-- proc/net (dir) --\n").routes.missing().why, facts::Why::not_found);
  EXPECT_TRUE(probed("").routes.not_asked());
  EXPECT_TRUE(probed("").interfaces.not_asked());
}

}  // namespace
}  // namespace railhead::probe
