#include <gtest/gtest.h>

#include "facts/gpu/gpu.h"
#include "facts/pci/address.h"
#include "facts/pci/function.h"

namespace railhead::facts {
namespace {

PciFunction function(std::string_view path, int numa_node = -1) {
  PciFunction made;
  made.chain = chain_of(path);
  made.address = made.chain.empty() ? "" : made.chain.back();
  made.numa_node = {numa_node, "numa_node"};
  return made;
}

PciFunction model(std::uint32_t vendor, std::uint32_t device, std::uint32_t class_code) {
  PciFunction made;
  made.vendor = {vendor, "vendor"};
  made.device = {device, "device"};
  made.class_code = {class_code, "class"};
  return made;
}

std::optional<Distance> between(std::string_view one, std::string_view other) {
  return distance(function(one), function(other));
}

TEST(PciAddress, DomainsHaveFourToEightDigits) {
  EXPECT_TRUE(is_pci_address("0000:3b:00.1"));
  EXPECT_TRUE(is_pci_address("10000:e1:00.0"));
  EXPECT_TRUE(is_pci_address("0001beef:01:1f.7"));
  for (const char* text : {"", "3b:00.0", "000:3b:00.0", "000012345:3b:00.0", "0000:3b:00.8", "0000:3B:00.0", "0000:3b:00,0",
                           "0000:3b:0g.0", "0000-3b:00.0", "pci0000:3b"})
    EXPECT_FALSE(is_pci_address(text)) << text;
  EXPECT_TRUE(is_host_bridge("pci0001beef:00"));
  EXPECT_FALSE(is_host_bridge("pci0000"));
}

TEST(PciAddress, ChainIsWhatThePathNames) {
  EXPECT_EQ(chain_of("../../../devices/LNXSYSTM:00/pci0101:00/0101:00:00.0/infiniband/mlx5_0"),
            (std::vector<std::string>{"pci0101:00", "0101:00:00.0"}));
  EXPECT_TRUE(chain_of("../../devices/virtual/infiniband/rxe0").empty());
  EXPECT_TRUE(chain_of("").empty());
}

TEST(PciAddress, OrderIsByDomainFirst) {
  EXPECT_TRUE(address_less("0000:9a:00.0", "0000:a1:00.0"));
  EXPECT_TRUE(address_less("ffff:9a:00.0", "10000:01:00.0"));
}

TEST(PciDistance, CountsSwitches) {
  EXPECT_EQ(between("pci0000:10/0000:10:01.0/0000:11:00.0", "pci0000:10/0000:10:01.0/0000:11:00.1"), Distance::pix);
  // Both below one switch: they share its upstream port, each has its downstream port.
  EXPECT_EQ(between("pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:00.0/0000:13:00.0",
                    "pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:01.0/0000:14:00.0"),
            Distance::pix);
  // One of them behind a second switch.
  EXPECT_EQ(between("pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:00.0/0000:13:00.0",
                    "pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:01.0/0000:14:00.0/0000:15:00.0/0000:16:00.0"),
            Distance::pxb);
  EXPECT_EQ(between("pci0000:10/0000:10:01.0/0000:11:00.0", "pci0000:10/0000:10:02.0/0000:18:00.0"), Distance::phb);
  EXPECT_EQ(between("pci0000:10/0000:10:01.0", "pci0000:10/0000:10:02.0"), Distance::phb);  // both on the root bus
}

TEST(PciDistance, AcrossHostBridgesNumaNodesDecide) {
  const char* one = "pci0000:10/0000:10:01.0";
  const char* other = "pci0000:20/0000:20:01.0";
  EXPECT_EQ(distance(function(one, 1), function(other, 1)), Distance::node);
  EXPECT_EQ(distance(function(one, 0), function(other, 1)), Distance::sys);
  EXPECT_EQ(distance(function(one, 0), function(other, -1)), Distance::unknown_host_bridges);
  PciFunction silent = function(other);
  silent.numa_node = {Missing{.why = Why::not_found}, "numa_node"};
  EXPECT_EQ(distance(function(one, 0), silent), Distance::unknown_host_bridges);
}

TEST(PciDistance, NothingWithoutAChain) { EXPECT_FALSE(distance(function(""), function("pci0000:10/0000:10:01.0"))); }

TEST(PciKind, GpusAreDisplaysOfTwoVendors) {
  EXPECT_TRUE(is_gpu(model(0x10de, 0x2330, 0x030200)));
  EXPECT_FALSE(is_gpu(model(0x10de, 0x22a3, 0x068000)));  // NVSwitch
  EXPECT_TRUE(is_gpu(model(0x1002, 0x74a1, 0x120000)));
  EXPECT_FALSE(is_gpu(model(0x1002, 0x515e, 0x030000)));  // ES1000, a server board's video
  EXPECT_FALSE(is_gpu(model(0x102b, 0x0538, 0x030000)));  // Matrox
  EXPECT_FALSE(is_gpu(PciFunction{}));
}

TEST(PciKind, NicsThatCarryRdma) {
  EXPECT_TRUE(is_rdma_capable(model(0x15b3, 0x1021, 0x020000)));
  EXPECT_TRUE(is_rdma_capable(model(0x15b3, 0x1021, 0x020700)));
  EXPECT_FALSE(is_rdma_capable(model(0x15b3, 0xc2d5, 0x080100)));  // a BlueField's DMA controller
  EXPECT_FALSE(is_rdma_capable(model(0x15b3, 0x1979, 0x060400)));  // a switch port
  EXPECT_TRUE(is_rdma_capable(model(0x8086, 0x159b, 0x020000)));
  EXPECT_FALSE(is_rdma_capable(model(0x8086, 0x1521, 0x020000)));
  EXPECT_TRUE(is_rdma_capable(model(0x8086, 0x24f0, 0x020800)));
  EXPECT_TRUE(is_rdma_capable(model(0x1d0f, 0xefa2, 0x020000)));
  EXPECT_FALSE(is_rdma_capable(model(0x1d0f, 0xec20, 0x020000)));  // ENA
  EXPECT_TRUE(is_rdma_capable(model(0x1425, 0x6408, 0x020000)));
  EXPECT_FALSE(is_rdma_capable(model(0x1425, 0x6508, 0x010000)));
  EXPECT_FALSE(is_rdma_capable(model(0x1af4, 0x1000, 0x020000)));
  EXPECT_FALSE(is_rdma_capable(PciFunction{}));
}

TEST(PciKind, SlingshotIsAKindOfItsOwn) {
  EXPECT_TRUE(is_slingshot(model(0x17db, 0x0501, 0x020000)));
  EXPECT_FALSE(is_rdma_capable(model(0x17db, 0x0501, 0x020000)));
}

Pci bus(std::vector<PciFunction> functions) { return {.functions = {std::move(functions), "bus"}}; }

Rdma devices(const std::vector<std::pair<std::string, std::string>>& names_and_addresses) {
  std::vector<Device> made;
  for (const auto& [name, address] : names_and_addresses) {
    Device device;
    device.name = name;
    device.pci_address = {address, "link"};
    made.push_back(std::move(device));
  }
  return {.devices = {std::move(made), "class"}, .netns_mode = {}, .rdma_cm = {}, .nodes = {}};
}

TEST(NearestNics, AreAllAtTheShortestDistance) {
  const PciFunction gpu = function("pci0000:10/0000:10:01.0/0000:11:00.0", 0);
  const Pci pci = bus({function("pci0000:10/0000:10:02.0/0000:12:00.0", 0), function("pci0000:10/0000:10:03.0/0000:13:00.0", 0),
                       function("pci0000:20/0000:20:02.0/0000:21:00.0", 0)});
  const auto nearest =
      nearest_nics(gpu, pci, devices({{"mlx5_10", "0000:12:00.0"}, {"mlx5_2", "0000:13:00.0"}, {"mlx5_3", "0000:21:00.0"}}));
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->distance, Distance::phb);
  EXPECT_EQ(nearest->names, (std::vector<std::string>{"mlx5_2", "mlx5_10"}));
}

TEST(NearestNics, NoneIsNearestAcrossHostBridgesWithoutNumaNodes) {
  const PciFunction gpu = function("pci0000:10/0000:10:01.0");
  const auto nearest = nearest_nics(gpu, bus({function("pci0000:20/0000:20:02.0")}), devices({{"mlx5_0", "0000:20:02.0"}}));
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->distance, Distance::unknown_host_bridges);
  EXPECT_TRUE(nearest->names.empty());
}

TEST(NearestNics, FunctionsStandInForDevicesThatHaveNoPlaceOnTheBus) {
  const PciFunction gpu = function("pci0000:10/0000:10:01.0", 0);
  PciFunction nic = model(0x15b3, 0x1021, 0x020700);
  nic.address = "0000:20:02.0";
  nic.chain = chain_of("pci0000:20/0000:20:02.0");
  nic.numa_node = {0, "numa_node"};
  const auto nearest = nearest_nics(gpu, bus({nic}), devices({{"mlx5_bond_0", ""}}));
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->distance, Distance::node);
  EXPECT_EQ(nearest->names, std::vector<std::string>{"0000:20:02.0"});
}

TEST(NearestNics, NotFoundWithoutAnyNic) {
  const auto nearest = nearest_nics(function("pci0000:10/0000:10:01.0"), bus({}), Rdma{});
  EXPECT_EQ(nearest.missing().why, Why::not_found);
}

}  // namespace
}  // namespace railhead::facts
