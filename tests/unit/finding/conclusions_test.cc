#include "finding/conclusions.h"
#include "facts/log/run.h"

#include <gtest/gtest.h>

#include "facts/rdma/unnamed.h"

namespace railhead::check {
namespace {

using facts::LinkLayer;
using facts::PortState;

facts::Device device(const char* name, LinkLayer layer, PortState state) {
  facts::Port port;
  port.state = {state, "paste:1"};
  port.link_layer = {layer, "paste:1"};
  facts::Device device;
  device.name = name;
  device.ports.push_back(std::move(port));
  return device;
}

void add_gid(facts::Device& device, unsigned index, const char* gid) {
  facts::GidTable table{.size = index + 1, .zero = index, .entries = {}, .whole = false};
  table.entries.push_back(
      {.index = index, .gid = {*facts::parse_gid(gid), "paste:1"}, .type = {facts::GidType::roce_v2, "paste:1"}, .netdev = {}});
  device.ports.front().gids = {std::move(table), "paste:1"};
}

Conclusions of(const facts::Machine& machine, const facts::LogRun& log = {}) {
  const Options options;
  return conclusions_of({machine, options, &log, nullptr, {&machine, 1}});
}

facts::Machine with(std::vector<facts::Device> devices) {
  facts::Machine machine;
  machine.rdma.devices = {std::move(devices), "paste:1"};
  return machine;
}

TEST(Conclusions, ListHasOneLinkLayer) {
  const Conclusions found = of(with(
      {device("mlx5_0", LinkLayer::infiniband, PortState::active), device("mlx5_1", LinkLayer::infiniband, PortState::down),
       device("mlx5_2", LinkLayer::infiniband, PortState::active), device("mlx5_3", LinkLayer::ethernet, PortState::active)}));
  EXPECT_EQ(found.usable_devices, (std::vector<std::string>{"mlx5_0", "mlx5_2", "mlx5_3"}));
  EXPECT_EQ(found.chosen_devices, (std::vector<std::string>{"mlx5_0", "mlx5_2"}));
}

TEST(Conclusions, SelfAssignedPortIsLeftOutOfTheListAndIsUsable) {
  facts::Device stray = device("rocep3s0f0", LinkLayer::ethernet, PortState::active);
  facts::Device rail = device("rocep3s0f1", LinkLayer::ethernet, PortState::active);
  add_gid(stray, 3, "0000:0000:0000:0000:0000:ffff:a9fe:1f08");
  add_gid(rail, 3, "0000:0000:0000:0000:0000:ffff:0a51:0409");
  const Conclusions found = of(with({stray, rail}));
  EXPECT_EQ(found.usable_devices->size(), 2U);
  EXPECT_EQ(found.chosen_devices, (std::vector<std::string>{"rocep3s0f1"}));
  EXPECT_EQ(found.gid_index, (std::map<std::string, unsigned>{{"rocep3s0f1", 3}}));
}

/// eth0 with its other end elsewhere shows a pod, and one RoCE device was given to it.
TEST(Conclusions, InfiniBandPortOfTheNodeIsNotThePods) {
  facts::Device given = device("mlx5_7", LinkLayer::ethernet, PortState::active);
  given.netdevs = {std::vector<std::string>{"net1"}, "paste:1"};
  facts::Machine machine = with({device("mlx5_1", LinkLayer::infiniband, PortState::active), given});
  EXPECT_EQ(of(machine).usable_devices->size(), 2U);
  facts::Interface eth0;
  eth0.name = "eth0";
  eth0.pci_address = {facts::Missing{.why = facts::Why::not_found, .detail = {}}, "paste:9"};
  machine.network.interfaces = {std::vector<facts::Interface>{eth0}, "paste:9"};
  EXPECT_EQ(of(machine).usable_devices, (std::vector<std::string>{"mlx5_7"}));
}

TEST(Conclusions, WithoutANameOrAStateThereIsNone) {
  EXPECT_FALSE(of(with({device(std::string(facts::kUnnamed).c_str(), LinkLayer::ethernet, PortState::active)})).usable_devices);
  facts::Machine machine = with({device("mlx5_0", LinkLayer::ethernet, PortState::active)});
  machine.rdma.devices.held().front().ports.front().state = {};
  EXPECT_FALSE(of(machine).usable_devices);
  EXPECT_FALSE(of(machine).chosen_devices);
}

TEST(Conclusions, RanksOfBothKindsAreNamed) {
  facts::LogRun log;
  log.names_network = true;
  log.ranks.resize(2);
  log.ranks[0].host = "box-0";
  log.ranks[0].network = {std::string("IB"), "log:1"};
  log.ranks[1].host = "box-1";
  log.ranks[1].network = {std::string("Socket"), "log:2"};
  const Conclusions both = of({}, log);
  EXPECT_EQ(both.over_rdma, (std::vector<std::string>{"box-0 (GPU 0)"}));
  EXPECT_EQ(both.over_sockets, (std::vector<std::string>{"box-1 (GPU 0)"}));
  EXPECT_FALSE(both.rdma_used);
  log.ranks.pop_back();
  const Conclusions one = of({}, log);
  EXPECT_TRUE(one.over_rdma.empty());
  EXPECT_EQ(one.rdma_used, true);
}

}  // namespace
}  // namespace railhead::check
