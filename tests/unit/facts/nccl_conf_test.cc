#include "facts/nccl_conf.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

using namespace std::string_literals;

TEST(NcclConf, TakesAllBeforeTheFirstEqualsSignAsTheName) {
  const ConfText conf = parse_nccl_conf("NCCL_IB_HCA==mlx5_1\n NCCL_DEBUG = INFO \n");
  ASSERT_EQ(conf.settings.size(), 2U);
  EXPECT_EQ(conf.settings[0].name, "NCCL_IB_HCA");
  EXPECT_EQ(conf.settings[0].value, "=mlx5_1");
  EXPECT_EQ(conf.settings[1].name, " NCCL_DEBUG ");
  EXPECT_EQ(conf.settings[1].value, " INFO ");
}

TEST(NcclConf, CountsLinesAndPassesOverCommentsAndWhatSetsNothing) {
  const ConfText conf = parse_nccl_conf("# A=1\n\nNCCL_DEBUG\n=x\nA=1\nA=2");
  ASSERT_EQ(conf.settings.size(), 2U);
  EXPECT_EQ(conf.settings[0].line, 5U);
  EXPECT_EQ(conf.settings[1].line, 6U);
  EXPECT_EQ(conf.settings[1].value, "2");
}

TEST(NcclConf, LeavesCarriageReturnsOutAndTellsOfThem) {
  const ConfText conf = parse_nccl_conf("NCCL_DEBUG=INFO\r\n");
  EXPECT_EQ(conf.settings.at(0).value, "INFO");
  EXPECT_TRUE(conf.carriage_returns);
  EXPECT_FALSE(parse_nccl_conf("NCCL_DEBUG=INFO\n# \r\n").carriage_returns);
}

TEST(NcclConf, EndsALineAtNulAndCutsWhatIsTooLong) {
  const ConfText conf = parse_nccl_conf("A=1\0B=2\n"s + std::string(3000, 'n') + "=1\nB=" + std::string(3000, 'v') + "\n");
  ASSERT_EQ(conf.settings.size(), 3U);
  EXPECT_EQ(conf.settings[0].value, "1");
  EXPECT_EQ(conf.settings[1].name.size(), 1023U);
  EXPECT_EQ(conf.settings[2].value.size(), 1023U);
  EXPECT_EQ(conf.settings[2].line, 3U);
}

TEST(NcclConf, KnowsTheNameThatWasMeant) {
  EXPECT_EQ(meant_name("export NCCL_DEBUG"), "NCCL_DEBUG");
  EXPECT_EQ(meant_name("\tnccl_debug "), "NCCL_DEBUG");
  EXPECT_EQ(meant_name("exportNCCL"), "EXPORTNCCL");
}

TEST(NcclConf, LetsOnlySettingsOfJobsLeaveTheMachine) {
  const std::string text = "DB_PASSWORD=open-sesame\nMIIEvAIBADANBgkq==\nexport NCCL_DEBUG=INFO\nUCX_TLS=tcp,rc\n";
  const ConfText conf = kept_settings(text);
  ASSERT_EQ(conf.settings.size(), 2U);
  EXPECT_EQ(conf.settings[0].name, "export NCCL_DEBUG");
  EXPECT_EQ(kept_conf_text(text), "\n\nexport NCCL_DEBUG=INFO\nUCX_TLS=tcp,rc\n");
}

TEST(NcclConf, ReadsTheSameOutOfTheTextOfASnapshot) {
  const std::string text = "# x\r\nNCCL_CONF=http://me:word@host/\r\nNCCL_DEBUG=INFO\r\n";
  const ConfText first = kept_settings(text);
  const ConfText second = kept_settings(kept_conf_text(text));
  ASSERT_EQ(first.settings.size(), second.settings.size());
  EXPECT_EQ(second.settings.at(0).value, "http://[removed]@host/");
  EXPECT_EQ(second.settings.at(1).line, 3U);
  EXPECT_TRUE(second.carriage_returns);
}

}  // namespace
}  // namespace railhead::facts
