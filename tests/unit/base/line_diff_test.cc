#include "base/line_diff.h"

#include <gtest/gtest.h>

namespace railhead::base {
namespace {

TEST(LineDiff, ShowsWhatChangesAndALittleAround) {
  EXPECT_EQ(line_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\nf\n"), "  ...\n  c\n  d\n- e\n+ E\n  f\n");
  EXPECT_EQ(line_diff("a\nb\n", "b\nc\n"), "- a\n  b\n+ c\n");
  EXPECT_EQ(line_diff("", "a\n"), "+ a\n");
  EXPECT_EQ(line_diff("a\n", ""), "- a\n");
  EXPECT_EQ(line_diff("x\n1\n2\n3\n4\n5\n6\ny\n", "X\n1\n2\n3\n4\n5\n6\nY\n"),
            "- x\n+ X\n  1\n  2\n  ...\n  5\n  6\n- y\n+ Y\n");
}

TEST(LineDiff, OfTheSameIsEmpty) {
  EXPECT_EQ(line_diff("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(line_diff("", ""), "");
}

TEST(LineDiff, OfLongTextsIsBounded) {
  std::string before;
  for (int i = 0; i < 3000; ++i) before += "line\n";
  const std::string diff = line_diff(before, "line\n");
  EXPECT_TRUE(diff.starts_with("- line\n"));
  EXPECT_TRUE(diff.ends_with("+ line\n"));
}

}  // namespace
}  // namespace railhead::base
