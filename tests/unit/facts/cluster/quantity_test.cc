#include "facts/cluster/quantity.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

std::uint64_t units(const char* text) {
  const auto quantity = parse_quantity(text);
  EXPECT_TRUE(quantity && quantity->whole) << text;
  return quantity ? quantity->units : 0;
}

TEST(Quantity, SuffixesOfBothKinds) {
  EXPECT_EQ(units("8"), 8U);
  EXPECT_EQ(units("1k"), 1000U);
  EXPECT_EQ(units("3M"), 3'000'000U);
  EXPECT_EQ(units("2G"), 2'000'000'000U);
  EXPECT_EQ(units("4Ki"), 4096U);
  EXPECT_EQ(units("64Mi"), 64U << 20U);
  EXPECT_EQ(units("1.5Gi"), (std::uint64_t{3} << 30U) / 2);
  EXPECT_EQ(units("2E"), 2'000'000'000'000'000'000U);
}

TEST(Quantity, Exponents) {
  EXPECT_EQ(units("1e3"), 1000U);
  EXPECT_EQ(units("12E+2"), 1200U);
  EXPECT_EQ(units("5000e-3"), 5U);
}

TEST(Quantity, PartsAreRoundedUpAndSaidToBe) {
  EXPECT_EQ(units("2000m"), 2U);
  const auto half = parse_quantity("500m");
  ASSERT_TRUE(half);
  EXPECT_FALSE(half->whole);
  EXPECT_EQ(half->units, 1U);
  const auto little = parse_quantity("1001m");
  ASSERT_TRUE(little);
  EXPECT_FALSE(little->whole);
  EXPECT_EQ(little->units, 2U);
}

TEST(Quantity, WhatKubernetesRefuses) {
  for (const char* text :
       {"", "Gi", "-1", "1 Gi", "1gi", "1K", "1KB", "e3", "1e", "1.2.3", "unlimited", "1e99", "99Ei", "123456789012345678901"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

}  // namespace
}  // namespace railhead::facts
