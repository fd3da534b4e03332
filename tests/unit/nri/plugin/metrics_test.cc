#include "nri/plugin/http/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

using std::chrono::microseconds;
using testing::HasSubstr;
using testing::Not;

Policy policy_of(const std::vector<std::string>& names) {
  Policy policy;
  for (const std::string& one : names) policy.rules.push_back({.name = one});
  return policy;
}

TEST(Metrics, DecisionsByRuleAndOutcome) {
  Metrics metrics;
  metrics.adopt(policy_of({"rdma"}));
  metrics.decided("rdma", Outcome::set, microseconds(5));
  metrics.decided("rdma", Outcome::set, microseconds(5));
  metrics.decided("", Outcome::kept, microseconds(5));
  const std::string page = metrics.page(123, 4);
  EXPECT_THAT(page, HasSubstr("# TYPE railhead_nri_decisions_total counter\n"));
  EXPECT_THAT(page, HasSubstr("railhead_nri_decisions_total{rule=\"rdma\",outcome=\"set\"} 2\n"));
  EXPECT_THAT(page, HasSubstr("railhead_nri_decisions_total{rule=\"rdma\",outcome=\"rejected\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("railhead_nri_decisions_total{rule=\"none\",outcome=\"kept\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("process_resident_memory_bytes 123\n"));
  EXPECT_THAT(page, HasSubstr("railhead_nri_log_lines_dropped_total 4\n"));
}

TEST(Metrics, AReloadKeepsCountsOfRulesThatStay) {
  Metrics metrics;
  metrics.adopt(policy_of({"a", "b"}));
  for (const char* rule : {"a", "b", ""}) metrics.decided(rule, Outcome::set, {});
  metrics.adopt(policy_of({"b", "c"}));
  const std::string page = metrics.page(0, 0);
  EXPECT_THAT(page, Not(HasSubstr("rule=\"a\"")));
  EXPECT_THAT(page, HasSubstr("{rule=\"b\",outcome=\"set\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("{rule=\"c\",outcome=\"set\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("{rule=\"none\",outcome=\"set\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("railhead_nri_policy_generation 2\n"));
  EXPECT_EQ(metrics.rules(), 2U);
}

TEST(Metrics, WhateverRulesAreNamedTheyDoNotGrow) {
  Metrics metrics;
  metrics.adopt(policy_of({"a"}));
  for (int i = 0; i < 1000; ++i) metrics.decided("made-up-" + std::to_string(i), Outcome::kept, {});
  EXPECT_EQ(metrics.rules(), 1U);
  EXPECT_THAT(metrics.page(0, 0), HasSubstr("{rule=\"none\",outcome=\"kept\"} 1000\n"));
}

TEST(Metrics, TheHistogramAddsUp) {
  Metrics metrics;
  for (const int micros : {3, 10, 11, 2'500, 100'000, 100'001, 5'000'000})
    metrics.decided("", Outcome::kept, microseconds(micros));
  const std::string page = metrics.page(0, 0);
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"1e-05\"} 2\n"));
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"2.5e-05\"} 3\n"));
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"0.001\"} 3\n"));
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"0.0025\"} 4\n"));
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"0.1\"} 5\n"));
  EXPECT_THAT(page, HasSubstr("seconds_bucket{le=\"+Inf\"} 7\n"));
  EXPECT_THAT(page, HasSubstr("seconds_sum 5.202525000\n"));
  EXPECT_THAT(page, HasSubstr("seconds_count 7\n"));
}

TEST(Metrics, LabelsAreEscaped) {
  EXPECT_EQ(label_value("plain-1"), "plain-1");
  EXPECT_EQ(label_value("a\"b\\c\nd\xff\x1b"), "a\\\"b\\\\c\\nd??");
}

TEST(Metrics, MemoryOfThisProcess) { EXPECT_GT(resident_bytes(), 1U << 20U); }

}  // namespace
}  // namespace railhead::nri
