#include "nri/wire/session.h"

#include <gtest/gtest.h>

#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;
using bytes::answer;
using bytes::field;
using bytes::number_field;
using bytes::Ready;
using bytes::Running;

/// A Synchronize of so many containers, with what a Request has after its payload.
std::string long_call(std::uint32_t stream, int containers, std::string_view after) {
  std::string payload;
  for (int i = 0; i < containers; ++i) payload += field(1, bytes::pod()) + field(2, bytes::container("c" + std::to_string(i)));
  const std::string request = field(1, "nri.pkg.api.v1alpha1.Plugin") + field(2, "Synchronize") + field(3, payload);
  return bytes::message(stream, 1, request + std::string(after));
}

/// In frames of `step` bytes.
std::string framed(const std::string& message, std::size_t step) {
  std::string made;
  for (std::size_t at = 0; at < message.size(); at += step) made += bytes::frame(1, message.substr(at, step));
  return made;
}

TEST(LongSynchronize, IsToldWhileItComes) {
  const std::string call = long_call(3, 50, number_field(4, 2'000'000'000) + field(5, "metadata"));
  for (const std::size_t step : {1UL, 7UL, 1000UL, 1023UL, 1024UL, 1025UL, 4096UL}) {
    Running one;
    one.say(bytes::registered() + bytes::call(1, "Configure", bytes::configure()));
    EXPECT_EQ(one.say(framed(call.substr(0, call.size() / 2), step)), "");
    EXPECT_GT(one.heard.lines.size(), 20U) << "half of it is there";
    EXPECT_TRUE(one.session.is_in_the_middle());
    EXPECT_EQ(one.say(framed(call.substr(call.size() / 2), step)), answer(3, ""));
    EXPECT_EQ(one.heard.lines.size(), 52U);
    EXPECT_EQ(one.heard.lines[50], "present c49");
    EXPECT_EQ(one.heard.lines[51], "ready");
    EXPECT_FALSE(one.session.is_in_the_middle());
    EXPECT_NE(one.say(bytes::call(5, "CreateContainer", bytes::creation("next"))), "");
    EXPECT_EQ(one.heard.lines.back(), "create next");
  }
}

TEST(LongSynchronize, BreaksNoRuleOfShortOnes) {
  const std::string good = long_call(3, 20, "");
  Running unconfigured;
  EXPECT_EQ(unconfigured.say(framed(good, 500)), "The runtime called Synchronize before Configure, which NRI does not.");
  const std::string other = field(1, "nri.pkg.api.v1alpha1.Plugin") + field(2, "Synchronize");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {long_call(6, 20, ""), "The runtime called in stream 6, but the streams of calls are odd."},
      {long_call(3, 20, ""), "The runtime called in stream 3 after stream 3, but each call has a higher one."},
      {long_call(5, 20, field(3, "again")), "The runtime sent a request that is no valid protobuf message."},
      {long_call(5, 20, "\x0a\x09x"), "The runtime sent a request that is no valid protobuf message."},
      {bytes::message(5, 1, other + "\x1a\xff\xff\x7f" + std::string(3000, ' ')),
       "The runtime sent a request that is no valid protobuf message."},
      {bytes::message(5, 1, other + field(3, std::string(3000, '\xff'))),
       "The runtime sent a SynchronizeRequest that is no valid protobuf message."}};
  for (const auto& [sent, expected] : cases) {
    Ready one;
    EXPECT_EQ(one.say(framed(sent, 500)), expected);
  }
}

TEST(LongSynchronize, OtherLongCallsAreReadWhole) {
  const std::string pod = field(1, bytes::pod() + field(6, bytes::entry("long", std::string(20'000, 'x'))));
  const std::string create = bytes::request("CreateContainer", pod + field(2, bytes::container("c")));
  // The payload before its method.
  const std::string late = field(1, "nri.pkg.api.v1alpha1.Plugin") +
                           field(3, bytes::synchronize({bytes::container("late")}, false) + field(9, std::string(9000, 'x'))) +
                           field(2, "Synchronize");
  Ready one;
  EXPECT_NE(one.say(framed(bytes::message(5, 1, create), 900)), "");
  EXPECT_EQ(one.heard.last.annotations.at("long").size(), 20'000U);
  EXPECT_EQ(one.say(framed(bytes::message(7, 1, late), 900)), answer(7, ""));
  EXPECT_EQ(one.heard.lines.back(), "present late");
}

}  // namespace
}  // namespace railhead::nri
