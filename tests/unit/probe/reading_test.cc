#include "probe/reading.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "probe/open_folder.h"
#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

using facts::Why;

TEST(Reading, ErrnosBecomeReasons) {
  EXPECT_EQ(missing_of(sys::Errno{ENOENT}).why, Why::not_found);
  EXPECT_EQ(missing_of(sys::Errno{ENOTDIR}).why, Why::not_found);
  EXPECT_EQ(missing_of(sys::Errno{ENODEV}).why, Why::not_found);
  EXPECT_EQ(missing_of(sys::Errno{EACCES}).why, Why::denied);
  EXPECT_EQ(missing_of(sys::Errno{EPERM}).why, Why::denied);
  EXPECT_EQ(missing_of(sys::Errno{EIO}).why, Why::unavailable);
  EXPECT_EQ(missing_of(sys::Errno{EIO}).detail, "EIO");
  EXPECT_EQ(missing_of(sys::kNotAsked).why, Why::not_asked);
}

TEST(Reading, WhatWasFoundIsCutAndPrintable) {
  EXPECT_EQ(malformed("a number", "a\x1b[2Jb").detail, "expected a number, found 'a?[2Jb'");
  EXPECT_EQ(malformed("a number", "").detail, "expected a number, found nothing");
  EXPECT_EQ(malformed("a number", std::string(5000, 'x')).detail, "expected a number, found '" + std::string(40, 'x') + "...'");
  // A character of two bytes across the cut stays whole or goes whole.
  EXPECT_EQ(malformed("a number", std::string(39, 'x') + "\u00e9\u00e9").detail,
            "expected a number, found '" + std::string(39, 'x') + "...'");
}

TEST(Reading, NumbersFitTheirType) {
  EXPECT_EQ(number<std::uint8_t>("255"), 255);
  EXPECT_FALSE(number<std::uint8_t>("256"));
  EXPECT_EQ(number<int>("-1"), -1);
  EXPECT_FALSE(number<unsigned>("-1"));
  EXPECT_EQ(number<std::uint16_t>("0xffff", 16), 0xffff);
  EXPECT_FALSE(number<int>("99999999999"));
  EXPECT_FALSE(number<int>(""));
}

constexpr const char* kFiles = R"(
-- sys/number --
12
-- sys/text --
 MT_0000000838 
-- sys/blank --

-- sys/junk --
twelve
-- sys/closed !EACCES --
-- sys/driver -> ../bus/pci/drivers/mlx5_core --
)";

TEST(Reading, FactsCarryTheirSource) {
  const probe::ArchiveTree files = test::tree_of(kFiles);
  const auto number = number_of(files, "/sys/number");
  EXPECT_TRUE(number.is(12));
  EXPECT_EQ(number.source(), "/sys/number");
  EXPECT_EQ(number_of(files, "/sys/junk").missing().detail, "expected a number, found 'twelve'");
  EXPECT_EQ(number_of(files, "/sys/closed").missing().why, Why::denied);
  EXPECT_EQ(number_of(files, "/sys/text/none").missing().why, Why::not_found);
  EXPECT_EQ(number_of(files, "/sys/none").missing().why, Why::not_asked);
  EXPECT_EQ(number_of(files, "/proc/none").missing().why, Why::not_asked);
  EXPECT_TRUE(text_of(files, "/sys/text").is("MT_0000000838"));
  EXPECT_EQ(text_of(files, "/sys/blank").missing().detail, "empty");
  EXPECT_TRUE(link_name_of(files, "/sys/driver").is("mlx5_core"));
  EXPECT_FALSE(link_name_of(files, "/sys/number"));
}

TEST(OpenFolder, GivesItsErrorForEveryFile) {
  const probe::ArchiveTree files = test::tree_of(kFiles);
  const OpenFolder folder(files, "/sys");
  EXPECT_TRUE(number_of(folder, "number").is(12));
  EXPECT_EQ(number_of(folder, "number").source(), "/sys/number");
  const OpenFolder none(files, "/sys/text/none");
  EXPECT_FALSE(none.opened());
  EXPECT_EQ(text_of(none, "anything").missing().why, Why::not_found);
  EXPECT_EQ(text_of(none, "anything").source(), "/sys/text/none/anything");
}

}  // namespace
}  // namespace railhead::probe
