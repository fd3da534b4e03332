#include "nccl/variables/variables.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace railhead::nccl {
namespace {

TEST(Variables, AreInOrderAndWithinTheKnownReleases) {
  EXPECT_TRUE(std::ranges::is_sorted(variables(), {}, &Variable::name));
  EXPECT_GT(variables().size(), 250U);
  for (const Variable& variable : variables()) {
    EXPECT_TRUE(variable.name.starts_with("NCCL_")) << variable.name;
    EXPECT_LE(variable.first, variable.last) << variable.name;
    EXPECT_LE(variable.last, kNewestKnown) << variable.name;
    EXPECT_EQ(variable.kind == Kind::words, !variable.words.empty()) << variable.name;
  }
}

TEST(Variables, ReplacementsAreRead) {
  for (const Variable& variable : variables()) {
    if (replacement(variable.name).empty()) continue;
    const Variable* instead = find_variable(replacement(variable.name));
    ASSERT_NE(instead, nullptr) << variable.name;
    EXPECT_EQ(instead->last, kNewestKnown) << variable.name;
  }
}

TEST(Variables, KnowHowAValueIsRead) {
  EXPECT_EQ(find_variable("NCCL_IB_HCA")->kind, Kind::devices);
  EXPECT_EQ(find_variable("NCCL_IB_TIMEOUT")->highest, 31);
  EXPECT_EQ(find_variable("NCCL_IB_GID_INDEX")->first, (Version{2, 3}));
  EXPECT_EQ(find_variable("NCCL_LL_THRESHOLD")->last, (Version{2, 4}));
  EXPECT_EQ(find_variable("NCCL_IB_GID_INDX"), nullptr);
}

TEST(Variables, AreMeantWhereANameIsNear) {
  EXPECT_EQ(meant_variable("NCCL_IB_GID_INDX"), "NCCL_IB_GID_INDEX");
  EXPECT_EQ(meant_variable("NCCL_IB_HCAS"), "NCCL_IB_HCA");
  EXPECT_EQ(meant_variable("NCCL_SOCKET_IFNAMES"), "NCCL_SOCKET_IFNAME");
  EXPECT_FALSE(meant_variable("NCCL_TIMEOUT"));
  EXPECT_FALSE(meant_variable("NCCL_ZEBRA_CROSSING"));
}

TEST(Variables, OfOthersAreNobodysMistake) {
  for (const char* name : {"NCCL_VERSION", "NCCL_IBEXT_DISABLE", "NCCL_FASTRAK_IFNAME", "NCCL_TESTS_DEVICE"}) {
    EXPECT_FALSE(other_reader(name).empty()) << name;
    EXPECT_EQ(find_variable(name), nullptr) << name;
  }
  EXPECT_TRUE(other_reader("NCCL_IB_GID_INDX").empty());
}

}  // namespace
}  // namespace railhead::nccl
