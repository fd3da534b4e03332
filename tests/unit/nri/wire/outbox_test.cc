#include "nri/wire/outbox.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

TEST(Outbox, GivesBytesInOrderHoweverManyGoAtOnce) {
  std::string all;
  for (int i = 0; i < 300'000; ++i) all += static_cast<char>('a' + i % 26);
  for (const std::size_t step : {std::size_t{1000}, std::size_t{65'537}, std::size_t{299'999}, std::size_t{300'000}}) {
    Outbox out;
    out.end() += all;
    std::string gone;
    while (!out.rest().empty()) {
      const std::string part(out.rest().substr(0, step));
      out.wrote(part.size());
      gone += part;
    }
    EXPECT_EQ(gone, all) << step;
    EXPECT_LE(out.end().capacity(), 64U * 1024);
  }
}

TEST(Outbox, TakesMoreWhileSomeIsOnItsWay) {
  Outbox out;
  out.end() += "abc";
  out.wrote(1);
  out.end() += "de";
  EXPECT_EQ(out.rest(), "bcde");
  out.wrote(100);
  EXPECT_EQ(out.rest(), "");
}

}  // namespace
}  // namespace railhead::nri
