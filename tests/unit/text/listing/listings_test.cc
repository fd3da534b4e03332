#include "text/listing/listings.h"
#include "facts/cluster/cluster.h"
#include "facts/rdma/unnamed.h"

#include "facts/json/machine.h"
#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

/// Lines by which each kind is known.
const std::vector<std::pair<const char*, const char*>> kSigns = {
    {"ibv_devinfo", "hca_id:\tmlx5_0"},
    {"ibv_devinfo", "\t\t\tstate:\t\t\tPORT_ACTIVE (4)"},
    {"ibv_devinfo", "\t\t\tphys_state:\t\tLINK_UP (5)"},
    {"ibv_devinfo", "\t\t\tGID[  1]:\t\tfe80::2c0:5eff:fe12:3401, RoCE v2"},
    {"ibv_devinfo", "8 HCAs found:"},
    {"ibstat", "CA 'mlx5_0'"},
    {"ibstat", "\t\tPhysical state: LinkUp"},
    {"ibstat", "\t\tBase lid: 4"},
    {"ibstatus", "Infiniband device 'mlx5_0' port 1 status:"},
    {"ibstatus", "\tbase lid:\t 0x4"},
    {"ibstatus", "\tphys state:\t 5: LinkUp"},
    {"show_gids", "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV"},
    {"show_gids", "mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a07:0009\t10.7.0.9  \tv2\tnet1"},
    {"show_gids", "n_gids_found=8"},
    {"GID list", "rocep4s0 gid3 ::ffff:10.7.0.9 ACTIVE"},
    {"rdma link", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth2"},
    {"ip addr", "2: eth0@if3970: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc noqueue state UP group default"},
    {"ip addr", "    inet 10.7.0.9/23 brd 10.7.1.255 scope global eth0"},
    {"ip addr", "    link/ether 0a:58:0a:07:00:09 brd ff:ff:ff:ff:ff:ff"},
    {"/dev/infiniband", "crw-rw-rw-  1 root root 231, 192 Feb  3 11:02 uverbs0"},
    {"sysfs", "/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/3:RoCE v2"},
    {"sysfs", "cat: /sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/4: Invalid argument"},
};

TEST(Listings, EachSignShowsOneKind) {
  for (const auto& [name, line] : kSigns)
    for (const text::Kind& kind : text::listings())
      EXPECT_EQ(kind.shows(line), kind.name == std::string_view(name)) << kind.name << ": " << line;
}

TEST(Listings, OtherTextShowsNone) {
  for (const char* line :
       {"", " ", "node-a:71:71 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.7.0.9<0>", "State: Running",
        "  state: present", "port: 8080", "Port 1:", "name: eth0", "Max locked memory         65536   65536    bytes",
        "NCCL_IB_HCA=mlx5_0", "Rate: 5", "fe80::1", "---", "mlx5_0"})
    for (const text::Kind& kind : text::listings()) EXPECT_FALSE(kind.shows(line)) << kind.name << ": " << line;
}

TEST(Listings, AddToWhatOthersTold) {
  facts::Machine machine = pasted("rdma link", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev net1\n");
  machine =
      pasted("show_gids", "mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a07:0009\t10.7.0.9\tv2\tnet1\n", std::move(machine));
  machine = pasted("ibv_devinfo",
                   "hca_id: mlx5_0\n fw_ver: 1.2\n port: 1\n state: PORT_DOWN (1)\n GID[  5]: ::ffff:10.7.0.8, RoCE v2\n",
                   std::move(machine));
  ASSERT_EQ(machine.rdma.devices->size(), 1U);
  const facts::Port& port = test::port(machine, "mlx5_0");
  EXPECT_TRUE(test::device(machine, "mlx5_0").firmware.is("1.2"));
  EXPECT_TRUE(port.state.is(facts::PortState::active)) << "what was told first stays";
  EXPECT_EQ(test::gids(port), "3 10.7.0.9 RoCE v2 net1; 5 10.7.0.8 RoCE v2");
  EXPECT_EQ(port.gids->size, 6U);
  EXPECT_EQ(port.gids->zero, 4U);
}

TEST(Listings, WhatWasMalformedIsReplaced) {
  facts::Machine machine = pasted("ibstat", "CA 'mlx5_0'\n\tPort 1:\n\t\tBase lid: x\n");
  machine =
      pasted("rdma link", "link mlx5_0/1 subnet_prefix fe80:: lid 7 state ACTIVE physical_state LINK_UP\n", std::move(machine));
  EXPECT_TRUE(test::port(machine, "mlx5_0").lid.is(7));
}

TEST(Listings, EndlessListsEnd) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "link rxe" + std::to_string(i) + "/1 state ACTIVE physical_state LINK_UP\n";
  EXPECT_EQ(pasted("rdma link", text).rdma.devices->size(), 1024U);
  text.clear();
  for (int i = 0; i < 70000; ++i) text += "GID[" + std::to_string(i) + "]: ::ffff:10.7.0.9, RoCE v2\n";
  EXPECT_EQ(test::port(pasted("ibv_devinfo", text), facts::kUnnamed).gids->entries.size(), 1024U);
}

TEST(Listings, LongLinesAreNobodys) {
  for (const auto& [name, line] : kSigns) {
    const std::string longer = std::string(line) + std::string(1 << 20, ' ') + "x";
    facts::Machine machine;
    facts::Cluster cluster;
    for (const text::Kind& kind : text::listings()) {
      if (kind.read != nullptr) kind.read(test::block(longer), machine);
      if (kind.read_cluster != nullptr) kind.read_cluster(test::block(longer), cluster);
    }
    EXPECT_FALSE(cluster.seen()) << line;
    EXPECT_FALSE(machine.rdma.devices.has() && !machine.rdma.devices->empty()) << line;
  }
}

}  // namespace
}  // namespace railhead
