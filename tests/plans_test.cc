// Plans the environment of the worlds of each fixture, tests/plans/NAME.txtar, and compares with the world's `want`: every
// setting as "set NAME=VALUE" or "user NAME=VALUE", every port that is left out as "out PORT | PIECE OF THE REASON", "error |
// PIECE"; of the variables that are not set on purpose those named, as "not NAME | PIECE". The first line is "TRANSPORT | PIECE
// OF WHY".
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/format.h"
#include "base/text.h"
#include "nccl/plan.h"
#include "probe/host/memory.h"
#include "probe/host/process.h"
#include "probe/plan.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

/// Lines of both kinds: those that have to be wanted, and those that may.
struct Said {
  std::vector<std::string> always;
  std::vector<std::string> sometimes;
};

Said said_of(const nccl::Plan& plan) {
  Said said;
  said.always.push_back(base::format("{} | {}", nccl::name(plan.transport), plan.why));
  for (const nccl::Setting& setting : plan.settings) {
    const char* word = setting.origin == nccl::Origin::user ? "user" : "set";
    said.always.push_back(base::format("{} {}={} | {}", word, setting.name, setting.value, setting.reason));
  }
  for (const nccl::LeftOut& each : plan.left_out) said.always.push_back(base::format("out {} | {}", each.name, each.reason));
  if (plan.error) said.always.push_back(base::format("error | {}: {}", plan.error->message, plan.error->cause));
  for (const nccl::LeftOut& each : plan.withheld) said.sometimes.push_back(base::format("not {} | {}", each.name, each.reason));
  return said;
}

bool matches(const std::string& line, std::string_view want) {
  const std::size_t bar = want.find('|');
  const std::string head(base::trimmed(want.substr(0, bar)));
  const std::string piece(bar == std::string_view::npos ? "" : base::trimmed(want.substr(bar + 1)));
  const std::size_t own = line.find(" | ");
  return line.substr(0, own) == head && line.find(piece, own) != std::string::npos;
}

std::string text_of(const facts::Archive& fixture, const std::string& name) {
  for (const facts::ArchiveEntry& entry : fixture.entries)
    if (entry.name == name) return entry.text;
  return "";
}

/// The options of the world: "mode rdma" requires RDMA, "peer ADDRESS" is the rendezvous.
nccl::Request request_of(const check::Options& options) {
  nccl::Request request{.mode = options.mode, .require_rdma = options.mode == fabric::Mode::rdma};
  if (!options.peers.empty()) request.rendezvous = options.peers.front();
  return request;
}

void compare(const Said& said, const std::string& want, const std::string& where) {
  std::vector<std::string_view> open;
  for (const std::string_view line : base::lines(want))
    if (!base::trimmed(line).empty()) open.push_back(line);
  ASSERT_FALSE(open.empty()) << where << " has no `want`";
  for (const auto* list : {&said.always, &said.sometimes})
    for (const std::string& line : *list) {
      const auto found = std::ranges::find_if(open, [&line](std::string_view wanted) { return matches(line, wanted); });
      if (found != open.end())
        open.erase(found);
      else
        EXPECT_NE(list, &said.always) << where << ": said, and not wanted: " << line;
    }
  for (const std::string_view line : open) ADD_FAILURE() << where << ": wanted, and not said: " << line;
}

class Plans : public testing::TestWithParam<std::string> {};

using Look = std::function<void(const facts::Archive&, const std::string& name, const test::SmallWorld&)>;

/// Each world of a fixture.
void each_world(const std::string& fixture_name, const Look& look) {
  const std::string path = test::source_path("tests/plans/" + fixture_name + ".txtar");
  const base::Result<facts::Archive> fixture = facts::parse_archive(test::file_text(path), path);
  ASSERT_TRUE(fixture) << fixture.error().message;
  for (const std::string& name : test::world_names(*fixture)) {
    const base::Result<test::SmallWorld> world = test::SmallWorld::of_fixture(*fixture, name);
    ASSERT_TRUE(world) << path << ": " << world.error().message;
    look(*fixture, name, *world);
  }
}

TEST_P(Plans, AreWhatTheirFixtureWants) {
  each_world(GetParam(), [](const facts::Archive& fixture, const std::string& name, const test::SmallWorld& world) {
    const nccl::Plan plan = nccl::plan(world.machine(), request_of(world.options()));
    compare(said_of(plan), text_of(fixture, name + "/want"), GetParam() + ", " + name);
  });
}

/// `exec` reads less than doctor, and must come to the same answer.
TEST_P(Plans, NeedNoMoreThanIsReadForALaunch) {
  each_world(GetParam(), [](const facts::Archive&, const std::string& name, const test::SmallWorld& world) {
    const nccl::Request request = request_of(world.options());
    facts::Machine launched;
    world.in_world([&launched](const sys::World& seen) {
      launched = probe::machine_for_launch(seen, probe::process(seen), probe::memory(seen, probe::Extent::plan));
    });
    EXPECT_EQ(said_of(nccl::plan(launched, request)).always, said_of(nccl::plan(world.machine(), request)).always) << name;
  });
}

std::vector<std::string> fixtures() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("tests/plans")))
    names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Fixture, Plans, testing::ValuesIn(fixtures()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace railhead
