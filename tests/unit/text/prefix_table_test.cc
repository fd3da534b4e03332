#include "text/nccl/prefix_table.h"

#include <gtest/gtest.h>

#include "base/format.h"

namespace railhead::text {
namespace {

TEST(PrefixTable, FindsWhatWasAddedAndNothingElse) {
  PrefixTable table;
  EXPECT_EQ(table.find(""), std::nullopt);
  for (std::size_t rank = 0; rank < 5000; ++rank) table.add(base::format("node-{}:1:2 [{}] ", rank / 8, rank % 8), rank);
  table.add("", 5000);
  EXPECT_EQ(table.size(), 5001U);
  for (std::size_t rank = 0; rank < 5000; ++rank)
    ASSERT_EQ(table.find(base::format("node-{}:1:2 [{}] ", rank / 8, rank % 8)), rank);
  EXPECT_EQ(table.find(""), 5000U);
  EXPECT_EQ(table.find("node-0:1:2 [8] "), std::nullopt);
  EXPECT_EQ(table.find("node-0:1:2 [0]"), std::nullopt);
}

}  // namespace
}  // namespace railhead::text
