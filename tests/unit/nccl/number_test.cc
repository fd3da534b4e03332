#include "nccl/number.h"

#include <gtest/gtest.h>

namespace railhead::nccl {
namespace {

TEST(Number, IsWhatStrtollMakesOfIt) {
  EXPECT_EQ(parse_number("22").value, 22);
  EXPECT_EQ(parse_number("-1").value, -1);
  EXPECT_EQ(parse_number("0x10").value, 16);
  EXPECT_EQ(parse_number("010").value, 8);
  EXPECT_EQ(parse_number("true").value, 0);
  EXPECT_EQ(parse_number("3us").value, 3);
  EXPECT_FALSE(parse_number("").value.has_value());
  EXPECT_FALSE(parse_number("99999999999999999999").value.has_value());
}

TEST(Number, IsWholeOnlyWithoutARest) {
  for (const char* whole : {"22", " 22", "22 ", "0x1f", "-3", ""}) EXPECT_TRUE(parse_number(whole).whole) << whole;
  for (const char* part : {"true", "3us", "1,2", "\"1\"", " "}) EXPECT_FALSE(parse_number(part).whole) << part;
}

}  // namespace
}  // namespace railhead::nccl
