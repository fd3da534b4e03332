#include "probe/rdma/values.h"

#include <gtest/gtest.h>

namespace railhead::probe {
namespace {

using facts::GidType;
using facts::LinkLayer;
using facts::PortState;

TEST(RdmaValues, PortStates) {
  EXPECT_EQ(parse_port_state("4: ACTIVE"), PortState::active);
  EXPECT_EQ(parse_port_state("4: ACTIVE ()"), PortState::active);
  EXPECT_EQ(parse_port_state("1: DOWN"), PortState::down);
  EXPECT_EQ(parse_port_state("5: ACTIVE_DEFER"), PortState::active_defer);
  for (const char* text : {"", "ACTIVE", "6: UNKNOWN", "-1: DOWN", ": ACTIVE", "four: ACTIVE", "4"})
    EXPECT_FALSE(parse_port_state(text)) << text;
}

TEST(RdmaValues, PhysicalStates) {
  EXPECT_EQ(parse_physical_state("5: LinkUp"), "LinkUp");
  EXPECT_EQ(parse_physical_state("7: Phy Test"), "Phy Test");
  EXPECT_EQ(parse_physical_state("5: Link\x1b[0mUp"), "Link?[0mUp");
  for (const char* text : {"", "LinkUp", "5:", "x: LinkUp"}) EXPECT_FALSE(parse_physical_state(text)) << text;
}

TEST(RdmaValues, Rates) {
  EXPECT_EQ(parse_rate("200 Gb/sec (4X HDR)"), base::BitsPerSecond{200'000'000'000});
  EXPECT_EQ(parse_rate("2.5 Gb/sec (1X SDR)"), base::BitsPerSecond{2'500'000'000});
  EXPECT_EQ(parse_rate("400 Gb/sec"), base::BitsPerSecond{400'000'000'000});
  for (const char* text :
       {"", "200", "200 GB/sec", "2.55 Gb/sec", "2. Gb/sec", "1.2.3 Gb/sec", "-2 Gb/sec", "99999999999999 Gb/sec"})
    EXPECT_FALSE(parse_rate(text)) << text;
}

TEST(RdmaValues, LinkLayers) {
  EXPECT_EQ(parse_link_layer("InfiniBand"), LinkLayer::infiniband);
  EXPECT_EQ(parse_link_layer("Ethernet"), LinkLayer::ethernet);
  EXPECT_EQ(parse_link_layer("Unknown"), LinkLayer::other);
  EXPECT_FALSE(parse_link_layer(""));
}

TEST(RdmaValues, Guids) {
  EXPECT_EQ(parse_guid("0200:00ff:fe00:0a01"), 0x020000fffe000a01U);
  for (const char* text :
       {"", "0200:00ff:fe00", "0200:00ff:fe00:0a0", "0200:00ff:fe00:0a0g", "0x00:00ff:fe00:0a01", "02000:0ff:fe00:0a01"})
    EXPECT_FALSE(parse_guid(text)) << text;
}

TEST(RdmaValues, GidTypes) {
  EXPECT_EQ(parse_gid_type("RoCE v2", true), GidType::roce_v2);
  EXPECT_EQ(parse_gid_type("IB/RoCE v1", true), GidType::roce_v1);
  EXPECT_EQ(parse_gid_type("IB/RoCE v1", false), GidType::ib);
  EXPECT_FALSE(parse_gid_type("RoCE v3", true));
}

}  // namespace
}  // namespace railhead::probe
