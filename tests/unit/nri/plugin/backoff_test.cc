#include "nri/plugin/link/backoff.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

TEST(Backoff, DoublesUpToASecond) {
  Backoff backoff;
  for (const int step : {100, 200, 400, 800, 1000, 1000}) {
    const auto wait = backoff.next(static_cast<std::uint64_t>(step / 8));  // no shift
    EXPECT_EQ(wait.count(), step);
  }
  backoff.reset();
  EXPECT_EQ(backoff.next(12).count(), 100);
}

TEST(Backoff, AnEighthMoreOrLess) {
  for (std::uint64_t chance = 0; chance < 1000; ++chance) {
    const auto wait = Backoff().next(chance * 0x9E3779B97F4A7C15U);
    EXPECT_GE(wait.count(), 88);
    EXPECT_LE(wait.count(), 112);
  }
}

}  // namespace
}  // namespace railhead::nri
