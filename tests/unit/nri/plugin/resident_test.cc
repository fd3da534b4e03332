#include "nri/plugin/resident.h"

#include <gtest/gtest.h>

#include "nri/plugin/http/metrics.h"

namespace railhead::nri {
namespace {

TEST(Resident, TheProgramGoesOnWithLess) {
  std::string all;
  for (int i = 0; i < 1000; ++i) all += Metrics().page(0, 0).substr(0, 10);
  const std::uint64_t before = resident_bytes();
  forget_start();
  EXPECT_LT(resident_bytes(), before);
  EXPECT_EQ(all.size(), 10'000U);
  EXPECT_NE(Metrics().page(0, 0).find("railhead_nri_connected 0"), std::string::npos);
}

}  // namespace
}  // namespace railhead::nri
