#include "nri/plugin/judge.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "sys/descriptor.h"

namespace railhead::nri {
namespace {

using nlohmann::json;

Subject with_device(const std::string& id) {
  return {.space = "team-a",
          .pod = "train-0",
          .container = "train",
          .container_id = id,
          .devices = {{.path = "/dev/infiniband/uverbs0", .type = "c", .major = 231, .minor = 192}}};
}

/// A judge whose log is a file in memory.
class JudgeTest : public testing::Test {
 protected:
  JudgeTest() { metrics_.audit = false; }

  void adopt(Judge& judge) { judge.adopt(default_policy(), {.memory = std::uint64_t{1} << 34U}); }

  std::vector<json> log() {
    journal_.flush();
    std::string text(1 << 20, '\0');
    const ssize_t count = ::pread(file_.number(), text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    std::vector<json> lines;
    for (const std::string_view line : base::lines(text)) lines.push_back(json::parse(line));
    return lines;
  }

  sys::Descriptor file_{::memfd_create("log", MFD_CLOEXEC)};
  Journal journal_{file_.number()};
  Metrics metrics_ = {};
};

TEST_F(JudgeTest, DecidesByThePolicyAndSaysSo) {
  Judge judge(journal_, metrics_, false, false);
  adopt(judge);
  const Decision decision = judge.create(with_device("a"));
  EXPECT_EQ(decision.outcome, Outcome::set);
  EXPECT_EQ(decision.limits, (std::vector<Rlimit>{{"RLIMIT_MEMLOCK", kUnlimited, kUnlimited}}));
  EXPECT_TRUE(decision.mark);
  const auto lines = log();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["container_id"], "a");
  EXPECT_EQ(lines[0]["outcome"], "set");
}

TEST_F(JudgeTest, ContainersToWhichNothingIsDoneAreLoggedIfWanted) {
  Judge quiet(journal_, metrics_, false, false);
  adopt(quiet);
  EXPECT_EQ(quiet.create({.container = "plain"}).outcome, Outcome::kept);
  EXPECT_TRUE(log().empty());
  Judge all(journal_, metrics_, false, true);
  adopt(all);
  EXPECT_TRUE(all.create({.container = "plain"}).limits.empty());
  EXPECT_EQ(log().size(), 1U);
}

TEST_F(JudgeTest, AuditChangesNothingAndMissesNothing) {
  Judge judge(journal_, metrics_, true, false);
  adopt(judge);
  const Decision decision = judge.create(with_device("a"));
  EXPECT_EQ(decision.outcome, Outcome::kept);
  EXPECT_TRUE(decision.limits.empty());
  EXPECT_FALSE(decision.mark);
  judge.present(with_device("b"), false);
  const auto lines = log();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["audit"], true);
  EXPECT_EQ(lines[0]["outcome"], "set");
  EXPECT_EQ(metrics_.missed, 0U);
}

TEST_F(JudgeTest, MissedIsWhatWouldHaveGotSomething) {
  Judge judge(journal_, metrics_, false, false);
  adopt(judge);
  judge.configured({.name = "x"});
  judge.present(with_device("decided"), true);
  judge.present({.container_id = "plain"}, false);
  judge.present(with_device("missed"), false);
  judge.ready();
  const auto lines = log();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["event"], "missed");
  EXPECT_EQ(lines[0]["container_id"], "missed");
  EXPECT_EQ(lines[0]["outcome"], "missed");
  EXPECT_EQ(lines[1]["event"], "connected");
  EXPECT_EQ(lines[1]["containers"], 3);
  EXPECT_EQ(lines[1]["missed"], 1);
  EXPECT_TRUE(metrics_.connected);
}

TEST_F(JudgeTest, MissedOnesAreToldOnceAndTwentyASession) {
  Judge judge(journal_, metrics_, false, false);
  adopt(judge);
  for (int session = 0; session < 3; ++session) {
    judge.configured({});
    for (int i = 0; i < 100; ++i) judge.present(with_device("c" + std::to_string(i)), false);
    judge.ready();
  }
  EXPECT_EQ(metrics_.missed, 100U);
  const auto lines = log();
  ASSERT_EQ(lines.size(), 20U + 1 + 3);
  EXPECT_EQ(lines[20]["more"], 80);
}

TEST_F(JudgeTest, ANewPolicyCountsFromTheNextContainerOn) {
  Judge judge(journal_, metrics_, false, false);
  adopt(judge);
  judge.adopt({}, {});
  EXPECT_TRUE(judge.create(with_device("a")).limits.empty());
  EXPECT_EQ(metrics_.generation, 2U);
}

}  // namespace
}  // namespace railhead::nri
