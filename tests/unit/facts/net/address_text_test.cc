#include "facts/net/address_text.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

TEST(Subnet, ReadsBothFamilies) {
  const auto four = parse_subnet("10.1.0.0/16");
  ASSERT_TRUE(four);
  EXPECT_TRUE(four->ipv4);
  EXPECT_EQ(four->prefix_length, 16U);
  const auto six = parse_subnet("2001:db8::/64");
  ASSERT_TRUE(six);
  EXPECT_FALSE(six->ipv4);
  EXPECT_EQ(six->prefix_length, 64U);
  EXPECT_TRUE(same_subnet(*four, *parse_subnet("10.1.255.0/24")));
  EXPECT_FALSE(same_subnet(*four, *six));
}

TEST(Subnet, IsNoneWithoutAPrefixThatFits) {
  for (const char* text : {"", "/", "10.1.0.0", "10.1.0.0/", "10.1.0.0/33", "10.1.0/16", "fd00::/129", "10.1.0.0/-1",
                           "10.1.0.0/16/8", "rail1/24", "10.1.0.0/99999999999999999999"})
    EXPECT_FALSE(parse_subnet(text)) << text;
}

}  // namespace
}  // namespace railhead::facts
