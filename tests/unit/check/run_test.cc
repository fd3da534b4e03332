#include "check/run.h"

#include <gtest/gtest.h>

#include "finding/finding.h"

namespace railhead::check {
namespace {

/// 300 remarks, and behind them an error.
std::vector<Finding> many(const Input&) {
  std::vector<Finding> findings;
  for (int i = 0; i < 300; ++i) findings.push_back(violated(Severity::info, "machine", "a remark"));
  findings.push_back(violated(Severity::error, "mlx5_9/1", "the one that matters"));
  return findings;
}

TEST(Run, ACheckWithVeryManyFindingsKeepsTheGravestAndSaysHowManyItLeftOut) {
  const Check check{.id = "test.many", .title = "", .cause = "", .fix = "", .rule = many};
  const facts::Machine machine;
  const Options options;
  const std::vector<Result> results = run({&check}, {machine, options});
  ASSERT_EQ(results.size(), 201U);
  EXPECT_EQ(results.front().finding.message, "the one that matters");
  EXPECT_EQ(results.back().finding.verdict, Verdict::skipped);
  EXPECT_EQ(results.back().finding.message, "101 further findings of this check left out");
}

}  // namespace
}  // namespace railhead::check
