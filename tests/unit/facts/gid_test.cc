#include "facts/rdma/gid.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

Gid gid(std::string_view text) { return parse_gid(text).value_or(Gid{}); }

TEST(Gid, IsReadInTheFormOfSysfs) {
  const Gid parsed = gid("fe80:0000:0000:0000:0200:00ff:fe00:12AB");
  EXPECT_EQ(parsed.bytes[0], 0xfe);
  EXPECT_EQ(parsed.bytes[1], 0x80);
  EXPECT_EQ(parsed.bytes[14], 0x12);
  EXPECT_EQ(parsed.bytes[15], 0xab);
}

TEST(Gid, AnythingElseIsRefused) {
  for (const char* text : {"", "fe80::1", "fe80:0000:0000:0000:0200:00ff:fe00:12a", "fe80:0000:0000:0000:0200:00ff:fe00:12abc",
                           "fe80:0000:0000:0000:0200:00ff:fe00:12ag", "fe80.0000.0000.0000.0200.00ff.fe00.12ab",
                           "fe80:0000:0000:0000:0200:00ff:fe00 12ab", "+e80:0000:0000:0000:0200:00ff:fe00:12ab"})
    EXPECT_FALSE(parse_gid(text)) << text;
}

TEST(Gid, KindsAreToldApart) {
  EXPECT_TRUE(is_zero(gid("0000:0000:0000:0000:0000:0000:0000:0000")));
  EXPECT_TRUE(is_link_local(gid("fe80:0000:0000:0000:0200:00ff:fe00:0001")));
  EXPECT_TRUE(is_link_local(gid("febf:0000:0000:0000:0000:0000:0000:0001")));
  EXPECT_FALSE(is_link_local(gid("fec0:0000:0000:0000:0000:0000:0000:0001")));
  EXPECT_TRUE(is_ipv4(gid("0000:0000:0000:0000:0000:ffff:0a01:0203")));
  EXPECT_FALSE(is_ipv4(gid("0000:0000:0000:0001:0000:ffff:0a01:0203")));
  EXPECT_TRUE(is_autoconf(gid("0000:0000:0000:0000:0000:ffff:a9fe:0203")));
  EXPECT_FALSE(is_autoconf(gid("0000:0000:0000:0000:0000:ffff:a9ff:0203")));
  EXPECT_EQ(ipv4_of(gid("0000:0000:0000:0000:0000:ffff:0a01:0203")), 0x0a010203U);
}

TEST(Gid, IsWrittenAsAnAddress) {
  EXPECT_EQ(text(gid("0000:0000:0000:0000:0000:ffff:0a01:0203")), "10.1.2.3");
  EXPECT_EQ(text(gid("fe80:0000:0000:0000:0200:00ff:fe00:0001")), "fe80::200:ff:fe00:1");
  EXPECT_EQ(text(gid("2001:0db8:0000:0001:0000:0000:0000:0001")), "2001:db8:0:1::1");
  EXPECT_EQ(text(gid("2001:0db8:0000:0000:0001:0000:0000:0001")), "2001:db8::1:0:0:1");     // of equal runs the first
  EXPECT_EQ(text(gid("2001:0db8:0000:0001:0001:0001:0001:0001")), "2001:db8:0:1:1:1:1:1");  // one group is not cut
  EXPECT_EQ(text(gid("0001:0000:0000:0000:0000:0000:0000:0000")), "1::");
  EXPECT_EQ(text(Gid{}), "::");
}

}  // namespace
}  // namespace railhead::facts
