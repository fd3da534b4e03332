#include "finding/fold.h"

#include <gtest/gtest.h>

#include "finding/finding.h"

namespace railhead::check {
namespace {

Finding down(Severity severity, const std::string& subject) {
  return violated(severity, subject, "is DOWN", {{"state DOWN", subject}});
}

TEST(Folded, InfosThatSayTheSameBecomeOne) {
  const std::vector<Finding> findings = folded({down(Severity::info, "mlx5_10/1"), down(Severity::info, "mlx5_2/1")});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].subject, "machine");
  EXPECT_EQ(findings[0].message, "mlx5_2/1, mlx5_10/1: is DOWN");
  EXPECT_EQ(findings[0].evidence.size(), 2U);
}

TEST(Folded, WarningsErrorsAndSingleOnesKeepTheirLine) {
  const std::vector<Finding> findings =
      folded({down(Severity::error, "a/1"), down(Severity::error, "b/1"), down(Severity::warning, "c/1"),
              down(Severity::info, "d/1"), ok("e/1", "is ACTIVE", {{"state", "e"}}), ok("f/1", "is ACTIVE", {{"state", "f"}})});
  ASSERT_EQ(findings.size(), 6U);
  EXPECT_EQ(findings[3].subject, "d/1");
}

TEST(Folded, UnknownAndInfoAreNotMixed) {
  const std::vector<Finding> findings = folded({unknown("a/1", "is DOWN", {}), down(Severity::info, "b/1")});
  EXPECT_EQ(findings.size(), 2U);
}

}  // namespace
}  // namespace railhead::check
