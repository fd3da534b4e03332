#include "kube/objects/amount.h"

#include <gtest/gtest.h>

namespace railhead::kube {
namespace {

TEST(Amount, CpuIsInThousandths) {
  EXPECT_EQ(amount_of("cpu", "2"), 2000U);
  EXPECT_EQ(amount_of("cpu", "0.5"), 500U);
  EXPECT_EQ(amount_of("cpu", "250m"), 250U);
  EXPECT_EQ(amount_of("cpu", "1e3"), 1000000U);
  EXPECT_EQ(amount_of("cpu", "1k"), 1000000U);
}

TEST(Amount, AllElseIsInBytesAndPieces) {
  EXPECT_EQ(amount_of("memory", "2Ki"), 2048U);
  EXPECT_EQ(amount_of("nvidia.com/gpu", "8"), 8U);
}

TEST(Amount, WhatIsNoQuantityIsNone) {
  for (const char* text : {"", "many", "-1", "1 Gi", "99999999999999999999999"}) {
    EXPECT_FALSE(amount_of("cpu", text)) << text;
    EXPECT_FALSE(amount_of("memory", text)) << text;
  }
  EXPECT_FALSE(amount_of("memory", std::string(100, '1')));
}

}  // namespace
}  // namespace railhead::kube
