// The plugin reads a part of what `env` reads and must come to the same: over every world of tests/worlds and tests/plans.
#include "plugin/answers.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "nccl/plan.h"
#include "probe/machine.h"
#include "tests/support/small_world.h"

namespace railhead::plugin {
namespace {

using Values = std::map<std::string, std::string, std::less<>>;

constexpr nccl::Version kNew{2, 28};

Values planned(const test::SmallWorld& world) {
  Values values;
  for (const nccl::Setting& setting : nccl::plan(world.machine(), {.nccl = kNew}).settings)
    if (setting.origin != nccl::Origin::user && setting.name.starts_with("NCCL_")) values.emplace(setting.name, setting.value);
  return values;
}

TEST(Plugin, AnswersWhatEnvSays) {
  for (const char* name : {"roce-pod", "ib-host", "tcp-vm"}) {
    const auto world = test::SmallWorld::base_world(name);
    ASSERT_TRUE(world);
    world->in_world([&](const sys::World& read) { EXPECT_EQ(answers(read, kNew).values, planned(*world)) << name; });
  }
  unsigned worlds = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("tests/plans"))) {
    const auto fixture = facts::parse_archive(test::file_text(file.path()), file.path());
    ASSERT_TRUE(fixture);
    for (const std::string& name : test::world_names(*fixture)) {
      const auto world = test::SmallWorld::of_fixture(*fixture, name);
      ASSERT_TRUE(world);
      world->in_world([&](const sys::World& read) { EXPECT_EQ(answers(read, kNew).values, planned(*world)) << name; });
      ++worlds;
    }
  }
  EXPECT_GT(worlds, 10U);
}

TEST(Plugin, LeavesAloneWhatIsSet) {
  auto world = test::SmallWorld::base_world("roce-pod");
  ASSERT_TRUE(world);
  world->environ()["NCCL_SOCKET_IFNAME"] = "bond0";
  world->in_world([&](const sys::World& read) {
    const Values values = answers(read, kNew).values;
    EXPECT_FALSE(values.contains("NCCL_SOCKET_IFNAME"));
    EXPECT_EQ(values.at("NCCL_IB_HCA"), "=mlx5_2:1,mlx5_3:1");
  });
}

TEST(Plugin, GoesByTheRendezvous) {
  auto world = test::SmallWorld::base_world("roce-pod");
  ASSERT_TRUE(world);
  world->environ()["MASTER_ADDR"] = "192.168.31.4";
  world->in_world([&](const sys::World& read) { EXPECT_EQ(answers(read, kNew).values.at("NCCL_SOCKET_IFNAME"), "=net1"); });
}

}  // namespace
}  // namespace railhead::plugin
