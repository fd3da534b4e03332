#include "facts/container/pcidevice_json.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

Allocation only(const std::map<std::string, std::string, std::less<>>& environ) {
  const std::vector<Allocation> found = allocations(environ);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Allocation{} : found[0];
}

TEST(Allocations, NoneWithoutVariables) {
  EXPECT_TRUE(allocations({}).empty());
  EXPECT_TRUE(allocations({{"PCIDEVICE", "x"}, {"PCIDEVICE_", "x"}, {"XPCIDEVICE_A", "0000:01:00.1"}}).empty());
}

TEST(Allocations, APlainList) {
  const Allocation allocation = only({{"PCIDEVICE_FABRIC_TEST_RAIL0", "0000:3b:01.2, 0000:3b:01.3,"}});
  EXPECT_EQ(allocation.resource, "FABRIC_TEST_RAIL0");
  EXPECT_EQ(allocation.variable, "PCIDEVICE_FABRIC_TEST_RAIL0");
  ASSERT_EQ(allocation.devices->size(), 2U);
  EXPECT_EQ((*allocation.devices)[1].pci_address, "0000:3b:01.3");
  EXPECT_FALSE((*allocation.devices)[0].rdma_device);
  EXPECT_EQ(allocation.info.missing().why, Why::not_found);
}

TEST(Allocations, TheFirstShapeOfInfo) {
  const Allocation allocation = only(
      {{"PCIDEVICE_A_B", "0000:3b:01.2"},
       {"PCIDEVICE_A_B_INFO", R"({"0000:3b:01.2":{"netdevice":{"pci":"0000:3b:01.2"},"rdma":{"issm":"/dev/infiniband/issm3",)"
                              R"("rdma_cm":"/dev/infiniband/rdma_cm","umad":"/dev/infiniband/umad3",)"
                              R"("uverbs":"/dev/infiniband/uverbs3"}}})"}});
  EXPECT_TRUE(allocation.info.is(true));
  EXPECT_EQ((*allocation.devices)[0].uverbs, "uverbs3");
  EXPECT_FALSE((*allocation.devices)[0].rdma_device);
}

TEST(Allocations, NewerInfoNamesTheDevice) {
  const Allocation allocation = only(
      {{"PCIDEVICE_A", "0000:3b:01.3,0000:3b:01.2"},
       {"PCIDEVICE_A_INFO",
        R"({"0000:3b:01.2":{"generic":{"deviceID":"0000:3b:01.2"},"rdma":{"rdma_dev":"mlx5_9","uverbs":"/dev/infiniband/uverbs9"}},)"
        R"("0000:3b:01.3":{"generic":{"deviceID":"0000:3b:01.3"},"rdma":{"rdma_dev":"mlx5_10","uverbs":"/dev/infiniband/uverbs10"}}})"}});
  ASSERT_EQ(allocation.devices->size(), 2U);
  EXPECT_EQ((*allocation.devices)[0].rdma_device, "mlx5_10") << "the list's order is kept";
  EXPECT_EQ((*allocation.devices)[1].uverbs, "uverbs9");
}

TEST(Allocations, OtherKindsOfInformationSayNothingOfRdma) {
  const Allocation allocation =
      only({{"PCIDEVICE_A", "0000:3b:01.2"},
            {"PCIDEVICE_A_INFO",
             R"({"0000:3b:01.2":{"extraInfo":{"token":"t"},"generic":{"deviceID":"0000:3b:01.2"},)"
             R"("vfio":{"dev-mount":"/dev/vfio/7","mount":"/dev/vfio/vfio"},"vdpa":{"mount":"/dev/vhost-vdpa-0"},)"
             R"("vhost":{"net-mount":"/dev/vhost-net","tun-mount":"/dev/net/tun"}}})"}});
  EXPECT_TRUE(allocation.info.is(true));
  EXPECT_FALSE((*allocation.devices)[0].rdma_device);
  EXPECT_FALSE((*allocation.devices)[0].uverbs);
}

TEST(Allocations, ASubfunctionHasANameInsteadOfAnAddress) {
  const Allocation allocation =
      only({{"PCIDEVICE_A_SF", "mlx5_core.sf.6"},
            {"PCIDEVICE_A_SF_INFO",
             R"({"mlx5_core.sf.6":{"generic":{"deviceID":"mlx5_core.sf.6"},"rdma":{"rdma_dev":"mlx5_6"}}})"}});
  EXPECT_EQ((*allocation.devices)[0].pci_address, "mlx5_core.sf.6");
  EXPECT_EQ((*allocation.devices)[0].rdma_device, "mlx5_6");
}

TEST(Allocations, NamesWithDashes) {
  EXPECT_EQ(only({{"PCIDEVICE_FABRIC_TEST_RAIL-A", "0000:3b:01.2"}, {"PCIDEVICE_FABRIC_TEST_RAIL-A_INFO", "{}"}}).resource,
            "FABRIC_TEST_RAIL-A");
}

TEST(Allocations, MalformedInfoLeavesTheList) {
  for (const char* info : {"{", "", "null", "[]", "7", "{\"0000:3b:01.2\":7}", "{\"0000:3b:01.2\":{\"rdma\":", "\xff\xfe"}) {
    const Allocation allocation = only({{"PCIDEVICE_A", "0000:3b:01.2"}, {"PCIDEVICE_A_INFO", info}});
    EXPECT_EQ(allocation.info.missing().why, Why::malformed) << info;
    ASSERT_EQ(allocation.devices->size(), 1U) << info;
    EXPECT_EQ((*allocation.devices)[0].pci_address, "0000:3b:01.2");
  }
}

TEST(Allocations, InfoWithoutAList) {
  const Allocation good = only({{"PCIDEVICE_A_INFO", R"({"0000:3b:01.2":{"rdma":{"rdma_dev":"mlx5_9"}}})"}});
  EXPECT_EQ(good.resource, "A");
  EXPECT_EQ((*good.devices)[0].rdma_device, "mlx5_9");
  const Allocation bad = only({{"PCIDEVICE_A_INFO", "{\"0000"}});
  EXPECT_EQ(bad.devices.missing().why, Why::malformed);
}

TEST(Allocations, AResourceMayBeCalledInfo) {
  const Allocation plain = only({{"PCIDEVICE_A_INFO", "0000:3b:01.2"}});
  EXPECT_EQ(plain.resource, "A_INFO");
  EXPECT_EQ((*plain.devices)[0].pci_address, "0000:3b:01.2");
  const Allocation both = only({{"PCIDEVICE_A_INFO", "0000:3b:01.2"}, {"PCIDEVICE_A_INFO_INFO", "{}"}});
  EXPECT_EQ(both.resource, "A_INFO");
  EXPECT_TRUE(both.info.is(true));
}

TEST(Allocations, RdmaOfAnotherTypeIsNoRdma) {
  const auto devices =
      parse_device_info(R"({"a":{"rdma":[]},"b":{"rdma":{"rdma_dev":7,"uverbs":null}},"c":{"rdma":{"uverbs":"uverbs1"}}})");
  ASSERT_TRUE(devices);
  EXPECT_FALSE((*devices)[0].uverbs);
  EXPECT_FALSE((*devices)[1].rdma_device);
  EXPECT_EQ((*devices)[2].uverbs, "uverbs1");
}

TEST(ExtraInfo, IsNotForSnapshots) {
  EXPECT_EQ(without_extra_info(R"({"0000:3b:01.2":{"extraInfo":{"token":"t"},"rdma":{"rdma_dev":"mlx5_9"}}})"),
            R"({"0000:3b:01.2":{"rdma":{"rdma_dev":"mlx5_9"}}})");
  EXPECT_EQ(without_extra_info("0000:3b:01.2,0000:3b:01.3"), "0000:3b:01.2,0000:3b:01.3");
  EXPECT_EQ(without_extra_info(R"({"0000:3b:01.2":{"extraInfo":{"token":"t)"), "{")
      << "what is broken may hold a secret anywhere";
  EXPECT_EQ(without_extra_info(R"({"a":7,"b":{}})"), R"({"a":7,"b":{}})");
}

TEST(Allocations, HostileTextsAreBorne) {
  EXPECT_FALSE(parse_device_info(std::string(1 << 20, '[')));
  EXPECT_FALSE(parse_device_info(std::string(1 << 20, '{')));
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  EXPECT_FALSE(parse_device_info(deep));
  EXPECT_EQ(allocations({{"PCIDEVICE_\x1b[2J", "\x1b]0;x\x07"}})[0].resource, "?[2J");
}

}  // namespace
}  // namespace railhead::facts
