#include "check/order.h"

#include <gtest/gtest.h>

namespace railhead::check {
namespace {

const Check kCause{.id = "a.cause", .title = "", .cause = "", .fix = "", .stage = Stage::cause};
const Check kSymptom{.id = "b.symptom", .title = "", .cause = "", .fix = "", .stage = Stage::symptom};
const Check kConsequence{.id = "c.consequence", .title = "", .cause = "", .fix = "", .stage = Stage::consequence};

Result found(const Check& check, Severity severity, Verdict verdict = Verdict::violated) {
  return {.check = &check, .finding = {.verdict = verdict, .severity = severity, .subject = "log", .message = "found"}};
}

TEST(Order, ConsequencesStandBehindTheirCauseAndNameIt) {
  std::vector<Result> results = {found(kConsequence, Severity::error), found(kSymptom, Severity::error),
                                 found(kCause, Severity::error)};
  put_in_order(results);
  EXPECT_EQ(results[0].check->id, "a.cause");
  EXPECT_EQ(results[2].check->id, "c.consequence");
  EXPECT_EQ(results[2].consequence_of, "a.cause");
  EXPECT_EQ(results[1].consequence_of, "");
  EXPECT_FALSE(lacks_cause(results[2]));
}

TEST(Order, AWarningIsNoCauseOfAnEnd) {
  std::vector<Result> results = {found(kCause, Severity::warning), found(kConsequence, Severity::error)};
  put_in_order(results);
  EXPECT_EQ(results[0].check->id, "c.consequence");
  EXPECT_TRUE(lacks_cause(results[0]));
  EXPECT_FALSE(lacks_cause(results[1]));
}

TEST(Order, WhatIsRightIsNoConsequence) {
  std::vector<Result> results = {found(kConsequence, Severity::info, Verdict::ok), found(kCause, Severity::error)};
  put_in_order(results);
  EXPECT_EQ(results[1].consequence_of, "");
  EXPECT_FALSE(lacks_cause(results[1]));
}

}  // namespace
}  // namespace railhead::check
