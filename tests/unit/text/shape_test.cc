#include "text/shape.h"

#include <gtest/gtest.h>

#include <string>

namespace railhead::text {
namespace {

TEST(Shape, NumbersDoNotCount) {
  EXPECT_EQ(shape_of("step 7 loss 0.25"), shape_of("step 1234567 loss 17.5"));
  EXPECT_NE(shape_of("step 7 loss 0.25"), shape_of("step 7 lost 0.25"));
  EXPECT_NE(shape_of("step 7"), shape_of("step"));
  EXPECT_NE(shape_of("step 7"), shape_of("step 7 "));
}

TEST(Shape, ALongLineCountsToItsEnd) {
  const std::string start(1000, 'x');
  EXPECT_EQ(shape_of(start + " 1 end"), shape_of(start + " 22 end"));
  EXPECT_NE(shape_of(start + " 1 end"), shape_of(start + " 1 eND"));
}

TEST(Outline, DigitsDoNotCountAndTheirNumberDoes) {
  EXPECT_EQ(outline_of("step 123 loss 0.25"), outline_of("step 987 loss 9.13"));
  EXPECT_NE(outline_of("step 123 loss 0.25"), outline_of("step 12 loss 0.25"));
  EXPECT_NE(outline_of("step 123 loss 0.25"), outline_of("step 123 lost 0.25"));
  EXPECT_EQ(outline_of("1"), outline_of("2"));
  EXPECT_NE(outline_of("1"), outline_of("a"));
  EXPECT_NE(outline_of(""), outline_of("0"));
}

TEST(Outline, EveryByteButADigitCounts) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool digit = c >= '0' && c <= '9';
    EXPECT_EQ(outline_of(std::string("abcd") + c + "efgh") == outline_of("abcd5efgh"), digit) << byte;
  }
}

}  // namespace
}  // namespace railhead::text
