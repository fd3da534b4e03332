#include "nri/plugin/http/address.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

TEST(Address, ListensWhereItIsTold) {
  const auto four = listen_on("127.0.0.1:0");
  ASSERT_TRUE(four) << four.error().message;
  EXPECT_TRUE(four->address.starts_with("127.0.0.1:"));
  EXPECT_FALSE(four->address.ends_with(":0"));
  const auto again = listen_on(four->address);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, base::Code::unavailable);
  EXPECT_NE(again.error().suggestion.find("--metrics off"), std::string::npos);
}

TEST(Address, ListensOnIpv6) {
  const auto six = listen_on("[::1]:0");
  if (!six) GTEST_SKIP() << "no IPv6 here: " << six.error().cause;
  EXPECT_TRUE(six->address.starts_with("[::1]:"));
}

TEST(Address, WhatIsNone) {
  for (const char* text :
       {"", ":", "9465", ":9465", "localhost:9465", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",
        "::1:9465", "[::1]", "[127.0.0.1]:1", "[]:1", "1.2.3:80", "127.0.0.1:80 "}) {
    const auto listener = listen_on(text);
    ASSERT_FALSE(listener) << text;
    EXPECT_EQ(listener.error().code, base::Code::usage) << text;
    EXPECT_NE(listener.error().message.find("ADDRESS:PORT"), std::string::npos);
  }
}

}  // namespace
}  // namespace railhead::nri
