#include "report/columns.h"

#include <gtest/gtest.h>

namespace railhead::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, CutsAtBlanks) {
  EXPECT_EQ((Lines{"one two", "three"}), wrapped("one two three", 8));
  EXPECT_EQ(Lines{""}, wrapped("", 8));
  EXPECT_EQ((Lines{"abcd", "efgh", "i"}), wrapped("abcdefghi", 4)) << "a word that is too long";
  EXPECT_EQ((Lines{"a", "bcde", "f"}), wrapped("a bcdef", 4));
  EXPECT_EQ((Lines{"üü ü", "ü"}), wrapped("üü ü ü", 4)) << "characters, not bytes";
}

TEST(Columns, AlignAndEndWithoutBlanks) {
  EXPECT_EQ("a    b\n---  ----\nx y  long\n     word\n", columns({{"a", 3}, {"b", 4}}, {{"x y", "long word"}}));
}

}  // namespace
}  // namespace railhead::report
