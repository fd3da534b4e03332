#include "nri/plugin/log/line.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "nri/plugin/instant.h"
#include "nri/plugin/log/told.h"

namespace railhead::nri {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::system_clock::time_point;

constexpr Time kTime{milliseconds(1'772'366'400'250)};

nlohmann::json parsed(const Line& line) { return nlohmann::json::parse(line.whole()); }

TEST(Line, IsOneObjectWithItsTime) {
  EXPECT_EQ(Line("info", "started", kTime).whole(),
            "{\"time\":\"2026-03-01T12:00:00.250Z\",\"level\":\"info\",\"event\":\"started\"}\n");
}

TEST(Line, TimesBeforeTheEpochAndWithoutMilliseconds) {
  EXPECT_EQ(utc_text(Time{milliseconds(-1)}), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_text(Time{milliseconds(1'772'366'400'000)}), "2026-03-01T12:00:00.000Z");
}

TEST(Line, HoldsEveryKindOfValue) {
  Line line("warn", "decision", kTime);
  line.text("pod", "a").texts("reasons", {"one", "two"}).number("n", 7).flag("audit", true);
  line.limits("limits", {{.type = "RLIMIT_MEMLOCK", .soft = 4096, .hard = kUnlimited}})
      .micros("took", std::chrono::nanoseconds(12'345));
  const nlohmann::json found = parsed(line);
  EXPECT_EQ(found["reasons"], nlohmann::json({"one", "two"}));
  EXPECT_EQ(found["limits"], nlohmann::json::parse(R"([{"type": "RLIMIT_MEMLOCK", "soft": 4096, "hard": "unlimited"}])"));
  EXPECT_EQ(found["took"], 12.3);
  EXPECT_EQ(found["audit"], true);
  EXPECT_EQ(found["n"], 7);
}

TEST(Line, AnyByteIsJson) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  const std::string hostile = all.substr(0, 200) + "\xe2\x80\xae\xed\xa0\x80\xf8\"\\\n{";
  const std::string text = Line("info", "x", kTime).text("pod", hostile, 1000).whole();
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_TRUE(nlohmann::json::parse(text)["pod"].get<std::string>().ends_with("\"\\?{"));
  for (const char c : text.substr(0, text.size() - 1)) EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
}

TEST(Line, ALongTextIsCutBetweenCharacters) {
  EXPECT_EQ(quoted("abcdef", 6), "\"abcdef\"");
  EXPECT_EQ(quoted("abcdefg", 6), "\"abcdef...\"");
  EXPECT_EQ(quoted("abcde\xc3\xa4", 6), "\"abcde...\"");
  EXPECT_EQ(quoted("ab\xf0\x9f\x98\x80", 5), "\"ab...\"");
  EXPECT_EQ(quoted("\x80\x80\x80\x80\x80\x80\x80\x80", 6).size(), 2 + 6 + 3U)
      << "bytes that no character begins with are cut as they stand";
}

/// What the largest decision comes to.
TEST(Line, IsBounded) {
  const std::string quotes(100'000, '"');
  Subject subject{.space = quotes, .pod = quotes, .container = quotes, .container_id = quotes};
  Decision decision{.outcome = Outcome::refused, .rule = quotes};
  decision.reasons.assign(100, quotes);
  decision.limits.assign(100, {.type = quotes, .soft = kUnlimited, .hard = kUnlimited});
  const std::string text = decision_line(subject, decision, true, std::chrono::nanoseconds(1)).whole();
  EXPECT_LT(text.size(), kMostLine);
  EXPECT_EQ(nlohmann::json::parse(text)["reasons"].size(), 16U);
  EXPECT_LT(missed_line(subject, decision).whole().size(), kMostLine);
}

TEST(Line, WhatIsNotGivenIsAWarning) {
  const auto level = [](Outcome outcome) {
    return parsed(decision_line({}, {.outcome = outcome}, false, {}))["level"].get<std::string>();
  };
  EXPECT_EQ(level(Outcome::set), "info");
  EXPECT_EQ(level(Outcome::kept), "info");
  EXPECT_EQ(level(Outcome::capped), "warn");
  EXPECT_EQ(level(Outcome::refused), "warn");
  EXPECT_EQ(level(Outcome::rejected), "warn");
}

TEST(Line, NoRuleIsSaidAsSuch) { EXPECT_EQ(parsed(decision_line({}, {}, false, {}))["rule"], "none"); }

}  // namespace
}  // namespace railhead::nri
