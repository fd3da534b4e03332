#include "nccl/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/rail_machine.h"

namespace railhead::nccl {
namespace {

using test::RailMachine;
using testing::ElementsAre;
using testing::HasSubstr;

/// A pod with eth0 to all and two RoCE rails that do not reach each other.
class PlanOf : public testing::Test {
 protected:
  PlanOf() {
    world.interface("eth0", "10.244.1.7", 24);
    world.route("0.0.0.0", 0, "eth0");
  }

  void two_rails() {
    world.roce("mlx5_6", "net1", "10.1.0.5");
    world.roce("mlx5_7", "net2", "10.2.0.5");
  }

  Plan made() const { return plan(world.machine, request); }

  std::string value(const char* name) const {
    for (const Setting& setting : made().settings)
      if (setting.name == name) return setting.value;
    return "(not set)";
  }

  Setting setting(const char* name) const {
    for (const Setting& setting : made().settings)
      if (setting.name == name) return setting;
    ADD_FAILURE() << name << " is not set";
    return {};
  }

  std::string why_not(const char* name) const {
    for (const LeftOut& item : made().withheld)
      if (item.name == name) return item.reason;
    return "(not withheld)";
  }

  std::string left_out(const char* name) const {
    for (const LeftOut& item : made().left_out)
      if (item.name == name) return item.reason;
    return "(not left out)";
  }

  RailMachine world;
  Request request;
};

TEST_F(PlanOf, TwoRails) {
  two_rails();
  world.nccl("2.27.3");
  const Plan plan = made();
  EXPECT_EQ(plan.transport, Transport::roce);
  EXPECT_THAT(plan.hcas, ElementsAre("mlx5_6:1", "mlx5_7:1"));
  EXPECT_FALSE(plan.error);
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1");
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "=eth0");
  EXPECT_EQ(value("GLOO_SOCKET_IFNAME"), "eth0");
  EXPECT_EQ(value("NCCL_CROSS_NIC"), "0");
  EXPECT_EQ(value("UCX_NET_DEVICES"), "mlx5_6:1,mlx5_7:1");
  EXPECT_EQ(value("NCCL_IB_DISABLE"), "(not set)");
  EXPECT_EQ(value("NCCL_NET"), "(not set)");
  EXPECT_THAT(why_not("NCCL_IB_GID_INDEX"), HasSubstr("finds the GID of each port itself"));
  EXPECT_TRUE(std::ranges::is_sorted(plan.settings, {}, &Setting::name));
  for (const Setting& setting : plan.settings) EXPECT_FALSE(setting.reason.empty()) << setting.name;
}

TEST_F(PlanOf, TheSameFactsGiveTheSamePlan) {
  two_rails();
  const Plan one = made();
  const Plan other = made();
  ASSERT_EQ(one.settings.size(), other.settings.size());
  for (std::size_t i = 0; i < one.settings.size(); ++i) {
    EXPECT_EQ(one.settings[i].value, other.settings[i].value);
    EXPECT_EQ(one.settings[i].reason, other.settings[i].reason);
  }
}

// --- which ports ---

TEST_F(PlanOf, OnlyWhatWasAllocated) {
  two_rails();
  world.allocate("mlx5_7");
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_7:1");
  EXPECT_THAT(left_out("mlx5_6:1"), HasSubstr("other devices were allocated"));
  EXPECT_THAT(why_not("NCCL_CROSS_NIC"), HasSubstr("one port only"));
  EXPECT_EQ(value("NVSHMEM_HCA_LIST"), "(not set)") << "there is no GPU to run it on";
}

TEST_F(PlanOf, NotAPortThatIsDownOrDoesNotOpen) {
  two_rails();
  facts::Device& down = world.roce("mlx5_8", "net3", "10.3.0.5");
  down.ports[0].state = {facts::PortState::down, "state"};
  facts::Device& refused = world.roce("mlx5_9", "net4", "10.4.0.5");
  refused.uverbs_node.opens = {facts::Missing{.why = facts::Why::denied, .detail = "EPERM"}, "node"};
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1");
  EXPECT_THAT(left_out("mlx5_8:1"), HasSubstr("the port is DOWN"));
  EXPECT_THAT(left_out("mlx5_9:1"), HasSubstr("does not open (EPERM)"));
}

TEST_F(PlanOf, NotThePortOfASlowerRate) {
  two_rails();
  world.roce("mlx5_0", "ens1", "10.9.0.5", 3, 100);
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1");
  EXPECT_EQ(left_out("mlx5_0:1"), "it runs at 100 Gb/s, the ports that are taken at 400 Gb/s");
}

TEST_F(PlanOf, APortOfUnknownRateStays) {
  two_rails();
  world.roce("mlx5_8", "net3", "10.3.0.5").ports[0].rate = {facts::Missing{.why = facts::Why::not_found}, "rate"};
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1,mlx5_8:1");
}

struct Layers {
  unsigned ethernet_gbps;
  unsigned infiniband_gbps;
  const char* hcas;
};

TEST_F(PlanOf, OneLinkLayer) {
  for (const Layers& one : std::initializer_list<Layers>{
           {200, 400, "=mlx5_0:1,mlx5_1:1"}, {400, 100, "=mlx5_4:1"}, {400, 400, "=mlx5_0:1,mlx5_1:1"}}) {
    world = RailMachine();
    world.infiniband("mlx5_0", one.infiniband_gbps);
    world.infiniband("mlx5_1", one.infiniband_gbps);
    world.roce("mlx5_4", "ens1", "10.9.0.5", 3, one.ethernet_gbps);
    EXPECT_EQ(value("NCCL_IB_HCA"), one.hcas) << one.ethernet_gbps << " " << one.infiniband_gbps;
  }
}

TEST_F(PlanOf, OneLinkLayerSaysWhy) {
  world.infiniband("mlx5_0");
  world.roce("mlx5_4", "ens1", "10.9.0.5", 3, 200);
  EXPECT_EQ(left_out("mlx5_4:1"), "its link layer is Ethernet; a job keeps to one, and InfiniBand has 1 port at 400 Gb/s");
}

TEST_F(PlanOf, NotThePortWithASelfAssignedAddress) {
  world.roce("roceP2p1s0f0", "enP2p1s0f0np0", "169.254.10.3");
  world.roce("roceP2p1s0f1", "enP2p1s0f1np1", "10.100.0.13");
  EXPECT_EQ(value("NCCL_IB_HCA"), "=roceP2p1s0f1:1");
  EXPECT_THAT(left_out("roceP2p1s0f0:1"), HasSubstr("a self-assigned address"));
}

TEST_F(PlanOf, NotIwarpNorEfa) {
  two_rails();
  world.roce("irdma0", "ens2", "10.8.0.5").node_type = {std::string("4: RNIC"), "node_type"};
  world.roce("rdmap1", "ens3", "10.7.0.5").driver = {std::string("efa"), "driver"};
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1");
  EXPECT_THAT(left_out("irdma0:1"), HasSubstr("iWARP"));
  EXPECT_THAT(left_out("rdmap1:1"), HasSubstr("aws-ofi-nccl"));
}

TEST_F(PlanOf, NaturalOrder) {
  for (const char* name : {"mlx5_2", "mlx5_10", "mlx5_11"}) world.infiniband(name);
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_2:1,mlx5_10:1,mlx5_11:1");
}

TEST_F(PlanOf, WhatNobodyTriedIsTakenByItsFiles) {
  world.infiniband("mlx5_0").uverbs_node.opens = {};
  world.infiniband("mlx5_1").uverbs_node.opens = {};
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_0:1,mlx5_1:1");
  EXPECT_THAT(made().why, HasSubstr("were not opened"));
}

TEST_F(PlanOf, WhatWasTriedGoesBeforeWhatWasNot) {
  world.infiniband("mlx5_0").uverbs_node.opens = {};
  world.infiniband("mlx5_1");
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_1:1");
}

TEST_F(PlanOf, WhatIsNotKnownIsNotTaken) {
  world.infiniband("mlx5_0").ports[0].state = {facts::Missing{.why = facts::Why::denied}, "state"};
  EXPECT_EQ(value("NCCL_IB_HCA"), "(not set)");
  EXPECT_EQ(made().transport, Transport::unknown);
  EXPECT_THAT(why_not("NCCL_IB_DISABLE"), HasSubstr("not known"));
  EXPECT_EQ(value("UCX_TLS"), "(not set)");
  EXPECT_EQ(value("UCX_NET_DEVICES"), "(not set)") << "an interface alone would rule RDMA out";
  request.require_rdma = true;
  EXPECT_TRUE(made().error);
}

TEST_F(PlanOf, DevicesThatShowNoPortsSayNothing) {
  world.infiniband("mlx5_0").ports.clear();
  EXPECT_EQ(value("NCCL_IB_DISABLE"), "(not set)");
  EXPECT_EQ(value("UCX_TLS"), "(not set)");
}

// --- TCP ---

TEST_F(PlanOf, AMachineWithoutDevices) {
  EXPECT_EQ(made().transport, Transport::tcp);
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "=eth0");
  EXPECT_EQ(value("UCX_NET_DEVICES"), "eth0");
  EXPECT_EQ(value("NCCL_IB_DISABLE"), "(not set)");
  EXPECT_EQ(value("UCX_TLS"), "(not set)");
}

TEST_F(PlanOf, TcpByWish) {
  two_rails();
  world.gpu("NVIDIA");
  request.mode = fabric::Mode::tcp;
  EXPECT_EQ(made().transport, Transport::tcp);
  EXPECT_TRUE(made().hcas.empty());
  EXPECT_EQ(left_out("mlx5_6:1"), "TCP was asked for");
  EXPECT_EQ(value("NCCL_IB_DISABLE"), "1");
  EXPECT_EQ(value("NCCL_NET"), "Socket");
  EXPECT_EQ(value("NCCL_IB_HCA"), "(not set)");
  EXPECT_EQ(value("UCX_TLS"), "tcp,sm,self,cuda");
  EXPECT_EQ(value("UCX_NET_DEVICES"), "eth0");
  EXPECT_EQ(value("OMPI_MCA_pml"), "ob1");
  EXPECT_EQ(value("OMPI_MCA_btl"), "^openib");
}

TEST_F(PlanOf, DevicesOfWhichNoneCanBeUsed) {
  two_rails();
  for (facts::Device& device : const_cast<std::vector<facts::Device>&>(*world.machine.rdma.devices))
    device.uverbs_node.present = {false, "node"};
  EXPECT_EQ(made().transport, Transport::tcp);
  EXPECT_EQ(value("NCCL_IB_DISABLE"), "1");
  EXPECT_EQ(value("UCX_TLS"), "tcp,sm,self");
  EXPECT_THAT(made().why, HasSubstr("mlx5_6:1: not usable"));
}

TEST_F(PlanOf, RdmaThatCannotBeHad) {
  for (const bool mode : {true, false}) {
    request = {.mode = mode ? fabric::Mode::rdma : fabric::Mode::auto_, .require_rdma = !mode};
    ASSERT_TRUE(made().error);
    EXPECT_EQ(made().error->code, base::Code::unavailable);
    EXPECT_THAT(made().error->message, HasSubstr("there is no RDMA device"));
  }
}

TEST_F(PlanOf, RdmaRequired) {
  two_rails();
  request.require_rdma = true;
  EXPECT_FALSE(made().error);
  EXPECT_EQ(value("NCCL_NET"), "IB");
  EXPECT_EQ(value("OMPI_MCA_pml"), "ucx");
}

// --- what the user has set ---

TEST_F(PlanOf, TheUsersValueStays) {
  two_rails();
  world.set("NCCL_SOCKET_IFNAME", "bond0", "/etc/nccl.conf:3");
  const Setting kept = setting("NCCL_SOCKET_IFNAME");
  EXPECT_EQ(kept.value, "bond0");
  EXPECT_EQ(kept.origin, Origin::user);
  EXPECT_THAT(kept.reason, HasSubstr("set in /etc/nccl.conf:3; without it: =eth0"));
  EXPECT_EQ(value("GLOO_SOCKET_IFNAME"), "eth0");
}

TEST_F(PlanOf, TheUsersValueThatWouldBeLeftUnset) {
  two_rails();
  world.nccl("2.27.3");
  world.set("NCCL_IB_GID_INDEX", "3");
  EXPECT_EQ(setting("NCCL_IB_GID_INDEX").origin, Origin::user);
  EXPECT_THAT(setting("NCCL_IB_GID_INDEX").reason, HasSubstr("without it, left unset"));
  EXPECT_EQ(why_not("NCCL_IB_GID_INDEX"), "(not withheld)");
}

TEST_F(PlanOf, TheUsersListOfDevices) {
  two_rails();
  world.roce("mlx5_8", "net3", "10.3.0.5", 3, 100);
  world.set("NCCL_IB_HCA", "mlx5_6,mlx5_8");
  EXPECT_EQ(value("NCCL_IB_HCA"), "mlx5_6,mlx5_8");
  EXPECT_THAT(setting("NCCL_IB_HCA").reason, HasSubstr("without it: =mlx5_6:1,mlx5_7:1"));
  EXPECT_THAT(made().hcas, ElementsAre("mlx5_6:1", "mlx5_8:1"));
  EXPECT_EQ(value("UCX_NET_DEVICES"), "mlx5_6:1,mlx5_8:1");
  EXPECT_THAT(left_out("mlx5_7:1"), HasSubstr("does not let NCCL use it"));
}

TEST_F(PlanOf, TheUsersListThatNamesNothing) {
  two_rails();
  world.set("NCCL_IB_HCA", "^mlx5_");
  EXPECT_EQ(made().transport, Transport::tcp);
  request.require_rdma = true;
  EXPECT_TRUE(made().error);
}

TEST_F(PlanOf, RdmaTurnedOffByTheUser) {
  struct Case {
    const char* name;
    const char* value;
    Transport transport;
  };
  for (const Case& one : std::initializer_list<Case>{{"NCCL_IB_DISABLE", "1", Transport::tcp},
                                                     {"NCCL_IB_DISABLE", "0", Transport::roce},
                                                     {"NCCL_IB_DISABLE", "true", Transport::roce},
                                                     {"NCCL_IB_DISABLE", "0x1", Transport::tcp},
                                                     {"NCCL_NET", "socket", Transport::tcp},
                                                     {"NCCL_NET", "IB", Transport::roce}}) {
    world = RailMachine();
    two_rails();
    world.set(one.name, one.value);
    EXPECT_EQ(made().transport, one.transport) << one.name << "=" << one.value;
    EXPECT_EQ(value(one.name), one.value);
  }
  world.set("NCCL_IB_DISABLE", "1");
  request.mode = fabric::Mode::rdma;
  ASSERT_TRUE(made().error);
  EXPECT_THAT(made().error->message, HasSubstr("NCCL_IB_DISABLE=1 is set in the environment"));
}

TEST_F(PlanOf, AnExcludeListOfOpenMpi) {
  world.set("OMPI_MCA_btl_tcp_if_exclude", "lo");
  EXPECT_EQ(value("OMPI_MCA_btl_tcp_if_include"), "(not set)");
  EXPECT_EQ(value("OMPI_MCA_oob_tcp_if_include"), "eth0");
}

// --- GID index ---

struct GidCase {
  const char* nccl;
  unsigned one;
  unsigned other;
  const char* value;
  bool error;
};

TEST_F(PlanOf, TheGidIndex) {
  for (const GidCase& one : std::initializer_list<GidCase>{{"2.18.3", 3, 3, "3", false},
                                                           {"2.20.5", 7, 7, "7", false},
                                                           {"2.20.5", 5, 7, "(not set)", true},
                                                           {"2.21.5", 5, 7, "(not set)", false},
                                                           {"2.28.3", 3, 3, "(not set)", false}}) {
    world = RailMachine();
    world.nccl(one.nccl);
    world.roce("mlx5_0", "net1", "10.1.0.5", one.one);
    world.roce("mlx5_1", "net2", "10.2.0.5", one.other);
    EXPECT_EQ(value("NCCL_IB_GID_INDEX"), one.value) << one.nccl;
    EXPECT_EQ(made().error.has_value(), one.error) << one.nccl;
  }
}

TEST_F(PlanOf, TheGidIndexThatDiffersNamesBoth) {
  world.nccl("2.13.4");
  world.roce("mlx5_0", "net1", "10.1.0.5", 5);
  world.roce("mlx5_1", "net2", "10.2.0.5", 7);
  ASSERT_TRUE(made().error);
  EXPECT_THAT(made().error->message, HasSubstr("mlx5_0:1 has 5, mlx5_1:1 has 7"));
  world.set("NCCL_IB_GID_INDEX", "5");
  EXPECT_FALSE(made().error) << "the user has decided";
}

TEST_F(PlanOf, UnreadableEntriesStopTheSearchOfNccl221To225) {
  for (const auto& [version, value_of] :
       std::map<std::string, std::string>{{"2.20.5", "7"}, {"2.21.5", "7"}, {"2.25.1", "7"}, {"2.26.2", "(not set)"}}) {
    world = RailMachine();
    world.nccl(version);
    facts::Device& device = world.roce("mlx5_0", "net1", "10.1.0.5", 7);
    facts::GidTable table = *device.ports[0].gids;
    const facts::Missing foreign{.why = facts::Why::unavailable, .detail = "EINVAL"};
    table.entries.insert(
        table.entries.begin(),
        {.index = 0, .gid = {foreign, "gids/0"}, .type = {foreign, "types/0"}, .netdev = {foreign, "ndevs/0"}});
    device.ports[0].gids = {table, "gids"};
    EXPECT_EQ(value("NCCL_IB_GID_INDEX"), value_of) << version;
  }
}

TEST_F(PlanOf, AnUnknownNcclSaysWhichIndexAnOlderOneNeeds) {
  world.roce("mlx5_0", "net1", "10.1.0.5", 4);
  EXPECT_THAT(why_not("NCCL_IB_GID_INDEX"), HasSubstr("set it to 4"));
  EXPECT_FALSE(made().nccl);
}

TEST_F(PlanOf, TheNcclThatAsksGoesBeforeTheFiles) {
  world.nccl("2.18.3");
  world.roce("mlx5_0", "net1", "10.1.0.5", 3);
  request.nccl = Version{2, 28};
  EXPECT_EQ(value("NCCL_IB_GID_INDEX"), "(not set)");
}

TEST_F(PlanOf, InfinibandHasNoGidIndex) {
  world.nccl("2.18.3");
  world.infiniband("mlx5_0");
  EXPECT_EQ(made().transport, Transport::infiniband);
  EXPECT_EQ(value("NCCL_IB_GID_INDEX"), "(not set)");
  EXPECT_FALSE(made().error);
}

TEST_F(PlanOf, Ipv6Alone) {
  facts::Device& device = world.roce("mlx5_0", "net1", "10.1.0.5");
  facts::GidTable table = *device.ports[0].gids;
  for (facts::GidEntry& entry : table.entries) entry.gid = {test::address("fd00:1::5", 64).value, "gids"};
  device.ports[0].gids = {table, "gids"};
  EXPECT_EQ(value("NCCL_IB_ADDR_FAMILY"), "AF_INET6");
  world.roce("mlx5_1", "net2", "10.2.0.5");
  EXPECT_EQ(value("NCCL_IB_ADDR_FAMILY"), "(not set)");
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_1:1");
}

// --- rails ---

TEST_F(PlanOf, RailsOfOneSubnetMayCross) {
  world.roce("mlx5_0", "net1", "10.1.0.5");
  world.roce("mlx5_1", "net2", "10.1.0.6");
  EXPECT_THAT(why_not("NCCL_CROSS_NIC"), HasSubstr("every rail reaches the others"));
}

TEST_F(PlanOf, RailsWithARouteBetweenThemMayCross) {
  two_rails();
  world.route("10.0.0.0", 8, "net1");
  EXPECT_EQ(value("NCCL_CROSS_NIC"), "0") << "net2 does not reach the network of net1 yet";
  world.route("10.0.0.0", 8, "net2");
  EXPECT_EQ(value("NCCL_CROSS_NIC"), "(not set)");
}

TEST_F(PlanOf, RailsWithoutRoutesKnown) {
  two_rails();
  world.machine.network.routes = {facts::Missing{.why = facts::Why::denied}, "/proc/net/route"};
  EXPECT_THAT(why_not("NCCL_CROSS_NIC"), HasSubstr("routes are not known"));
}

TEST_F(PlanOf, InfinibandSubnets) {
  world.infiniband("mlx5_0");
  facts::Device& other = world.infiniband("mlx5_1");
  EXPECT_EQ(value("NCCL_CROSS_NIC"), "(not set)");
  facts::GidTable table = *other.ports[0].gids;
  facts::Gid gid = *table.entries[0].gid;
  gid.bytes[7] = 9;
  table.entries[0].gid = {gid, "gids/0"};
  other.ports[0].gids = {table, "gids"};
  EXPECT_EQ(value("NCCL_CROSS_NIC"), "0");
}

// --- the socket interface ---

TEST_F(PlanOf, TheInterfaceOnTheRouteToTheRendezvous) {
  world.interface("eth1", "172.16.0.9", 16);
  struct Case {
    const char* rendezvous;
    const char* interface;
  };
  for (const Case& one : std::initializer_list<Case>{{"172.16.4.1", "=eth1"},
                                                     {"192.0.2.1", "=eth0"},
                                                     {"172.16.0.9", "=eth1"},
                                                     {"127.0.0.1", "=eth0"},
                                                     {"::1", "=eth0"}}) {
    request.rendezvous = test::address(one.rendezvous, std::string(one.rendezvous).contains(':') ? 128 : 32);
    EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), one.interface) << one.rendezvous;
  }
}

TEST_F(PlanOf, TheDefaultRouteOfTheLowerMetric) {
  world.interface("eth1", "172.16.0.9", 16);
  world.route("0.0.0.0", 0, "eth1", 50);
  world.route("0.0.0.0", 0, "eth0", 100);
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "=eth0") << "the first has metric 0";
}

TEST_F(PlanOf, WithoutADefaultRouteTheOnlyInterfaceThatIsNoRail) {
  world = RailMachine();
  two_rails();
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "(not set)");
  EXPECT_THAT(why_not("NCCL_SOCKET_IFNAME"), HasSubstr("--rendezvous"));
  world.interface("eth0", "10.244.1.7", 24);
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "=eth0");
  world.interface("eth1", "10.245.1.7", 24);
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "(not set)") << "two of them: nobody knows which";
}

TEST_F(PlanOf, ARendezvousWithoutAnAddressIsSaid) {
  request.no_rendezvous = "MASTER_ADDR=train-0.train does not resolve here";
  EXPECT_EQ(setting("NCCL_SOCKET_IFNAME").reason,
            "MASTER_ADDR=train-0.train does not resolve here; the default route leaves by it");
}

// --- plugins and RCCL ---

TEST_F(PlanOf, EfaWithItsPlugin) {
  world.roce("rdmap1", "ens3", "10.7.0.5").driver = {std::string("efa"), "driver"};
  facts::Library library{.name = "libnccl-net.so",
                         .path = {std::string("/opt/amazon/ofi-nccl/lib/libnccl-net.so"), "path"},
                         .version = {},
                         .loads = {}};
  world.machine.software.net_plugins = {std::vector<facts::Library>{library}, "folders"};
  request.require_rdma = true;
  EXPECT_EQ(made().transport, Transport::efa);
  EXPECT_FALSE(made().error);
  EXPECT_EQ(value("NCCL_IB_HCA"), "(not set)");
  EXPECT_EQ(value("NCCL_NET"), "(not set)");
  EXPECT_EQ(value("NCCL_SOCKET_IFNAME"), "=eth0");
  EXPECT_THAT(why_not("NCCL_IB_HCA"), HasSubstr("aws-ofi-nccl"));
}

TEST_F(PlanOf, EfaWhosePluginNobodyLookedFor) {
  world.roce("rdmap1", "ens3", "10.7.0.5").driver = {std::string("efa"), "driver"};
  world.machine.software.net_plugins = {};
  EXPECT_EQ(made().transport, Transport::efa);
}

TEST_F(PlanOf, EfaWithoutItsPluginIsTcp) {
  world.roce("rdmap1", "ens3", "10.7.0.5").driver = {std::string("efa"), "driver"};
  EXPECT_EQ(made().transport, Transport::tcp);
  EXPECT_THAT(made().why, HasSubstr("aws-ofi-nccl"));
}

TEST_F(PlanOf, GoogleGib) {
  two_rails();
  world.set("NCCL_NET", "gIB");
  EXPECT_EQ(made().transport, Transport::gib);
  EXPECT_EQ(value("NCCL_NET"), "gIB");
  for (const char* name : {"NCCL_IB_HCA", "NCCL_SOCKET_IFNAME", "NCCL_CROSS_NIC"}) {
    EXPECT_EQ(value(name), "(not set)");
    EXPECT_THAT(why_not(name), HasSubstr("gIB"));
  }
}

TEST_F(PlanOf, AnotherPluginIsNamedWhereItIsPassedBy) {
  two_rails();
  facts::Library library{
      .name = "libnccl-net.so", .path = {std::string("/opt/hpcx/lib/libnccl-net.so"), "path"}, .version = {}, .loads = {}};
  world.machine.software.net_plugins = {std::vector<facts::Library>{library}, "folders"};
  request.require_rdma = true;
  EXPECT_EQ(made().transport, Transport::roce);
  EXPECT_THAT(setting("NCCL_NET").reason, HasSubstr("goes past the plugin /opt/hpcx/lib/libnccl-net.so"));
}

TEST_F(PlanOf, Rccl) {
  two_rails();
  world.gpu("AMD");
  world.machine.software.nccl = {
      std::vector<facts::Library>{
          {.name = "librccl.so.1", .path = {}, .version = {std::string("1.0.60300"), "file"}, .loads = {}}},
      "folders"};
  world.machine.kernel.release = {std::string("6.8.0-40-generic"), "/proc/sys/kernel/osrelease"};
  world.machine.kernel.memory_peers = {facts::Missing{.why = facts::Why::not_found}, "/sys/kernel/mm/memory_peers"};
  EXPECT_EQ(value("NCCL_IB_HCA"), "=mlx5_6:1,mlx5_7:1");
  EXPECT_THAT(why_not("NCCL_IB_GID_INDEX"), HasSubstr("RCCL"));
  EXPECT_EQ(value("NCCL_DMABUF_ENABLE"), "1") << "RCCL has it off by default, and there is no other way";
  world.machine.kernel.memory_peers = {std::vector<std::string>{"amdkfd"}, "/sys/kernel/mm/memory_peers"};
  EXPECT_THAT(why_not("NCCL_DMABUF_ENABLE"), HasSubstr("peer-memory client"));
}

// --- the rest ---

TEST_F(PlanOf, ThreadsByCpusOverGpus) {
  struct Case {
    unsigned cpus;
    std::optional<unsigned> quota;  // thousandths
    unsigned gpus;
    const char* value;
  };
  for (const Case& one : std::initializer_list<Case>{{64, std::nullopt, 8, "8"},
                                                     {64, 16000, 8, "2"},
                                                     {64, 500, 8, "1"},
                                                     {4, std::nullopt, 8, "1"},
                                                     {64, 900000, 4, "16"},
                                                     {64, std::nullopt, 0, "(not set)"}}) {
    world.machine.process.cpus = {one.cpus, "/proc/self/status"};
    world.machine.process.cpu_quota = {facts::CpuQuota{one.quota}, "/sys/fs/cgroup/cpu.max"};
    world.machine.gpu.nvml_count = {one.gpus, "NVML"};
    EXPECT_EQ(value("OMP_NUM_THREADS"), one.value) << one.cpus << " over " << one.gpus;
  }
}

TEST_F(PlanOf, ThreadsInAContainerWhoseGpusAreNotKnown) {
  world.machine.process.cpus = {64U, "/proc/self/status"};
  world.gpu("NVIDIA");
  EXPECT_EQ(value("OMP_NUM_THREADS"), "64");
  world.machine.container.runtime = {std::string("cri-o"), "/proc/self/cgroup"};
  EXPECT_EQ(value("OMP_NUM_THREADS"), "(not set)") << "the bus shows the GPUs of the whole node";
}

TEST_F(PlanOf, TheTrafficClassOnlyWhereItIsWrittenDown) {
  two_rails();
  EXPECT_THAT(why_not("NCCL_IB_TC"), HasSubstr("nothing here tells"));
  auto& devices = const_cast<std::vector<facts::Device>&>(*world.machine.rdma.devices);
  for (facts::Device& device : devices) device.ports[0].cm_roce_tos = {106U, "/sys/kernel/config/rdma_cm"};
  EXPECT_EQ(value("NCCL_IB_TC"), "106");
  devices[1].ports[0].forced_traffic_class = {96U, "tc"};
  EXPECT_THAT(why_not("NCCL_IB_TC"), HasSubstr("different traffic classes (106 and 96)"));
}

TEST_F(PlanOf, NvshmemOnlyNamesPortsWhereSomeAreLeftOut) {
  two_rails();
  world.gpu("NVIDIA");
  EXPECT_EQ(value("NVSHMEM_HCA_LIST"), "(not set)");
  EXPECT_EQ(value("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME"), "=eth0");
  world.roce("mlx5_0", "ens1", "10.9.0.5", 3, 25);
  EXPECT_EQ(value("NVSHMEM_HCA_LIST"), "mlx5_6:1,mlx5_7:1");
}

}  // namespace
}  // namespace railhead::nccl
