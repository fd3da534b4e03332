#include "facts/rdma/usable.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

GidEntry entry(const char* gid, const char* netdev) {
  GidEntry made;
  made.gid = {parse_gid(gid).value_or(Gid{}), "gids/0"};
  made.netdev = {netdev, "ndevs/0"};
  return made;
}

constexpr const char* kIpv4 = "0000:0000:0000:0000:0000:ffff:0a01:0203";
constexpr const char* kLinkLocal = "fe80:0000:0000:0000:0200:00ff:fe00:0001";

/// A pod with one RoCE device that is usable in all respects; each test spoils one.
class PortUseOf : public testing::Test {
 protected:
  PortUseOf() {
    device.name = "mlx5_2";
    device.uverbs = {std::string("uverbs2"), "class"};
    device.uverbs_node.path = "/dev/infiniband/uverbs2";
    device.uverbs_node.present = {true, "node"};
    device.uverbs_node.opens = {true, "node"};
    device.netdevs = {std::vector<std::string>{"net1"}, "net"};
    port.state = {PortState::active, "state"};
    port.link_layer = {LinkLayer::ethernet, "link_layer"};
    machine.rdma.nodes = {std::vector<std::string>{"uverbs2"}, "/dev/infiniband"};
    set_gids({entry(kIpv4, "net1")});
    Interface net1;
    net1.name = "net1";
    machine.network.interfaces = {std::vector<Interface>{net1}, "/sys/class/net"};
  }

  void set_gids(std::vector<GidEntry> entries) {
    const auto used = static_cast<unsigned>(entries.size());
    port.gids = {GidTable{.size = 16, .zero = 16 - used, .entries = std::move(entries)}, "gids"};
  }

  void expect(Usable usable, const std::string& reason) {
    const PortUse use = port_use(machine, device, port);
    EXPECT_EQ(use.usable, usable);
    EXPECT_EQ(use.reason, reason);
  }

  Machine machine;
  Device device;
  Port port;
};

TEST_F(PortUseOf, ADeviceThatIsAllThere) { expect(Usable::yes, ""); }

TEST_F(PortUseOf, ADeviceWithoutItsNode) {
  device.uverbs_node.present = {false, "node"};
  expect(Usable::no, "uverbs2 is not in /dev/infiniband");
}

TEST_F(PortUseOf, ANodeThatDoesNotOpen) {
  device.uverbs_node.opens = {Missing{.why = Why::denied, .detail = "EPERM"}, "node"};
  expect(Usable::no, "/dev/infiniband/uverbs2 does not open (EPERM)");
}

TEST_F(PortUseOf, ANodeThatNobodyOpened) {
  device.uverbs_node.opens = {};
  expect(Usable::unknown, "/dev/infiniband/uverbs2 was not opened");
}

TEST_F(PortUseOf, WhatIsCertainGoesBeforeWhatIsNot) {
  device.uverbs_node.opens = {};
  port.state = {PortState::down, "state"};
  expect(Usable::no, "the port is DOWN");
}

TEST_F(PortUseOf, ADeviceWithoutUverbsInACaptureWithoutDev) {
  device.uverbs = {Missing{.why = Why::not_found}, "class"};
  expect(Usable::no, "the kernel has no uverbs device for it");
  machine.rdma.nodes = {};
  expect(Usable::unknown, "no uverbs device is recorded for it");
}

TEST_F(PortUseOf, ADeviceThatLibibverbsDoesNotKnow) {
  device.verbs_lists = {false, "ibv_get_device_list"};
  expect(Usable::no, "libibverbs does not list it");
  device.verbs_lists = {true, "ibv_get_device_list"};
  device.verbs_opens = {Missing{.why = Why::unavailable, .detail = "ENOMEM"}, "ibv_open_device"};
  expect(Usable::no, "ibv_open_device fails (ENOMEM)");
  device.verbs_lists = {Missing{.why = Why::unavailable, .detail = "ENOSYS"}, "ibv_get_device_list"};
  expect(Usable::unknown, "libibverbs: not available (ENOSYS)");
}

TEST_F(PortUseOf, RoceOfAnotherNetworkNamespace) {
  set_gids({entry(kIpv4, "ens1f0np0")});
  expect(Usable::no, "its netdev is not in this network namespace");
}

TEST_F(PortUseOf, RoceWithoutAnyGid) {
  set_gids({});
  expect(Usable::no, "its GID table is empty");
  device.netdevs = {std::vector<std::string>{}, "net"};
  expect(Usable::no, "it has no GID and no netdev in this network namespace");
}

TEST_F(PortUseOf, RoceWithLinkLocalGidsOnly) {
  set_gids({entry(kLinkLocal, "net1")});
  expect(Usable::unknown, "its only GIDs here are link-local");
}

TEST_F(PortUseOf, RoceOfAKernelThatDoesNotNameNetdevsOfGids) {
  GidEntry silent = entry(kIpv4, "");
  silent.netdev = {Missing{.why = Why::not_found}, "ndevs/0"};
  set_gids({silent});
  expect(Usable::yes, "");
}

TEST_F(PortUseOf, InfinibandNeedsNoNetdev) {
  port.link_layer = {LinkLayer::infiniband, "link_layer"};
  machine.network.interfaces = {std::vector<Interface>{}, "/sys/class/net"};
  expect(Usable::yes, "");
}

TEST_F(PortUseOf, IwarpNeedsItsNetdevAlone) {
  device.node_type = {std::string("4: RNIC"), "node_type"};
  set_gids({});
  expect(Usable::yes, "");
  machine.network.interfaces = {std::vector<Interface>{}, "/sys/class/net"};
  expect(Usable::no, "its netdev is not in this network namespace");
}

TEST_F(PortUseOf, APortOfWhichNothingIsKnown) {
  port = Port{};
  expect(Usable::unknown, "the port's state: not asked");
}

TEST_F(PortUseOf, EachPortOfEachDevice) {
  EXPECT_TRUE(port_uses(machine).empty());
  device.ports = {port, port};
  device.ports[1].number = 2;
  machine.rdma.devices = {std::vector<Device>{device}, "class"};
  const std::vector<PortUse> uses = port_uses(machine);
  ASSERT_EQ(uses.size(), 2U);
  EXPECT_EQ(uses[1].port, 2U);
  EXPECT_EQ(uses[1].device, "mlx5_2");
}

}  // namespace
}  // namespace railhead::facts
