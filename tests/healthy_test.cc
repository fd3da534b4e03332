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

}  // namespace
}  // namespace railhead
