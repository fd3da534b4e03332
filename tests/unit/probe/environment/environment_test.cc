#include "probe/environment/environment.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "probe/snapshot.h"
#include "tests/support/place.h"

namespace railhead::probe {
namespace {

constexpr const char* kBoth =
    "-- home/ada/.nccl.conf --\nNCCL_DEBUG=WARN\nNCCL_IB_TC=106\n-- etc/nccl.conf --\n# all\nNCCL_DEBUG=TRACE\n"
    "NCCL_IB_SL=3\n";

/// "NAME=VALUE SOURCE" for each.
std::vector<std::string> shown(const facts::Environment& environment) {
  std::vector<std::string> lines;
  if (!environment.variables.has()) return {"not known"};
  for (const facts::Variable& variable : *environment.variables)
    lines.push_back(variable.name + "=" + variable.value + " " + variable.source);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(EnvironmentProbe, PutsFirstWhatCounts) {
  const test::Place place(kBoth, {{"HOME", "/home/ada"}, {"NCCL_DEBUG", "INFO"}, {"PATH", "/bin"}});
  EXPECT_EQ(shown(environment(place.world())),
            (Lines{"NCCL_DEBUG=INFO environment", "NCCL_DEBUG=WARN /home/ada/.nccl.conf:1", "NCCL_DEBUG=TRACE /etc/nccl.conf:2",
                   "NCCL_IB_SL=3 /etc/nccl.conf:3", "NCCL_IB_TC=106 /home/ada/.nccl.conf:2"}));
}

TEST(EnvironmentProbe, ReadsTheNamedFileInPlaceOfTheUsersOwn) {
  const test::Place place(std::string(kBoth) + "-- data/mine.conf --\nNCCL_DEBUG=ABORT\n",
                          {{"HOME", "/home/ada"}, {"NCCL_CONF_FILE", "/data/mine.conf"}});
  EXPECT_EQ(shown(environment(place.world())),
            (Lines{"NCCL_CONF_FILE=/data/mine.conf environment", "NCCL_DEBUG=ABORT /data/mine.conf:1",
                   "NCCL_DEBUG=TRACE /etc/nccl.conf:2", "NCCL_IB_SL=3 /etc/nccl.conf:3"}));
}

TEST(EnvironmentProbe, TellsOfAFileThatCannotBeRead) {
  const test::Place place("-- etc/nccl.conf !EACCES --\n", {{"HOME", "/root"}});
  const facts::Environment found = environment(place.world());
  ASSERT_EQ(found.conf_files.size(), 1U);
  EXPECT_EQ(found.conf_files[0].path, "/etc/nccl.conf");
  EXPECT_EQ(found.conf_files[0].settings.missing().why, facts::Why::denied);
}

TEST(EnvironmentProbe, MissesANamedFileAndNoOther) {
  const test::Place place("-- etc/hosts --\n", {{"HOME", "/root"}, {"NCCL_CONF_FILE", "/etc/none.conf"}});
  const facts::Environment found = environment(place.world());
  ASSERT_EQ(found.conf_files.size(), 1U);
  EXPECT_EQ(found.conf_files[0].path, "/etc/none.conf");
  EXPECT_EQ(found.conf_files[0].settings.missing().why, facts::Why::not_found);
  const test::Place relative("", {{"NCCL_CONF_FILE", "none.conf"}});
  EXPECT_EQ(environment(relative.world()).conf_files.at(0).settings.missing().why, facts::Why::unavailable);
}

TEST(EnvironmentProbe, IsNotAskedWhereNoEnvironmentWasCaptured) {
  const test::Place place(kBoth);
  sys::World world = place.world();
  EXPECT_EQ(shown(environment(world)).size(), 2U);
  const sys::World captured{world.files, world.kernel, world.environ, false, false};
  EXPECT_TRUE(environment(captured).variables.not_asked());
}

TEST(EnvironmentProbe, IsWhatASnapshotRecords) {
  const test::Place place(
      "-- etc/nccl.conf -> /data/site.conf --\n-- data/site.conf --\nsecret text\nDB_PASSWORD=open-sesame\nNCCL_DEBUG=INFO\n",
      {{"HOME", "/root"}, {"RANK", "0"}});
  const std::string text = written(snapshot(place.world(), Level::off, "x\n"));
  EXPECT_EQ(text.find("sesame"), std::string::npos);
  EXPECT_EQ(text.find("secret text"), std::string::npos);
  EXPECT_NE(text.find("NCCL_DEBUG=INFO\n"), std::string::npos);
}

}  // namespace
}  // namespace railhead::probe
