// False alarms are bugs of the first order: no check fires on a machine where all is well.
#include <gtest/gtest.h>

#include "check/run.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

class Healthy : public testing::TestWithParam<const char*> {};

TEST_P(Healthy, NothingFires) {
  const base::Result<test::SmallWorld> world = test::SmallWorld::base_world(GetParam());
  ASSERT_TRUE(world) << world.error().message;
  const facts::Machine machine = world->machine();
  const check::Options options;
  for (const check::Check& check : check::catalogue())
    for (const check::Finding& finding : check.rule({machine, options})) {
      const bool no_device = check.id == "hca.none" && std::string(GetParam()) == "tcp-vm";
      EXPECT_TRUE(finding.verdict != check::Verdict::violated || finding.severity == check::Severity::info || no_device)
          << check.id << " fires on " << GetParam() << ": " << finding.subject << ": " << finding.message;
    }
}

INSTANTIATE_TEST_SUITE_P(Worlds, Healthy, testing::Values("roce-pod", "ib-host", "tcp-vm"), [](const auto& info) {
  std::string name = info.param;
  name[name.find('-')] = '_';
  return name;
});

/// tests/healthy/manifests.txtar: each world is a manifest, or several that belong together.
TEST(HealthyManifests, NothingFires) {
  const std::string path = test::source_path("tests/healthy/manifests.txtar");
  const base::Result<facts::Archive> archive = facts::parse_archive(test::file_text(path), path);
  ASSERT_TRUE(archive) << archive.error().message;
  const std::vector<std::string> worlds = test::world_names(*archive);
  ASSERT_GE(worlds.size(), 8U);
  for (const std::string& world : worlds) {
    const base::Result<test::SmallWorld> small = test::SmallWorld::of_fixture(*archive, world);
    ASSERT_TRUE(small) << path << ": " << small.error().message;
    const std::optional<text::Case> texts = small->texts();
    ASSERT_TRUE(texts && !texts->cluster.objects.empty()) << world << " has no manifest";
    const check::Options options;
    check::Input input{.machine = texts->machines.front(), .options = options, .log = &texts->log, .cluster = &texts->cluster};
    input.machines = texts->machines;
    input.names = texts->names;
    for (const check::Check& check : check::catalogue())
      for (const check::Finding& finding : check.rule(input))
        EXPECT_NE(finding.verdict, check::Verdict::violated)
            << check.id << " fires on " << world << ": " << finding.subject << ": " << finding.message;
  }
}

}  // namespace
}  // namespace railhead
