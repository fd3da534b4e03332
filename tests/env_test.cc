// Plans for the worlds of tests/env/*.txtar, which have the form of the checks' fixtures. `want` says, one a line:
//   transport roce                  what a job would run over
//   NAME VALUE                      a variable that is set
//   left-out HCA | PIECE            a port that is not taken, and a piece of its reason
//   withheld NAME | PIECE           a variable that is left unset, likewise
//   error | PIECE                   the plan has an error
// A plan may say more; without an `error` line it has none.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "facts/archive.h"
#include "nccl/plan.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

std::string shown(const nccl::Plan& plan) {
  std::string text = base::format("transport {}: {}\n", nccl::name(plan.transport), plan.why);
  for (const nccl::Setting& one : plan.settings) text += base::format("{} {} ({})\n", one.name, one.value, one.reason);
  for (const nccl::LeftOut& one : plan.left_out) text += base::format("left-out {} | {}\n", one.name, one.reason);
  for (const nccl::LeftOut& one : plan.withheld) text += base::format("withheld {} | {}\n", one.name, one.reason);
  return text + (plan.error ? "error | " + plan.error->message + "\n" : "");
}

bool has(const std::vector<nccl::LeftOut>& items, std::string_view name, std::string_view piece) {
  return std::ranges::any_of(
      items, [&](const nccl::LeftOut& item) { return item.name == name && item.reason.find(piece) != std::string::npos; });
}

bool holds(const nccl::Plan& plan, std::string_view line) {
  const std::size_t bar = line.find('|');
  const std::string_view piece = bar == std::string_view::npos ? "" : base::trimmed(line.substr(bar + 1));
  const std::vector<std::string_view> words = base::words(line.substr(0, bar));
  if (words.size() == 1 && words[0] == "error") return plan.error && plan.error->message.find(piece) != std::string::npos;
  if (words.size() != 2) return false;
  if (words[0] == "transport") return nccl::name(plan.transport) == words[1];
  if (words[0] == "left-out") return has(plan.left_out, words[1], piece);
  if (words[0] == "withheld") return has(plan.withheld, words[1], piece);
  return std::ranges::any_of(plan.settings,
                             [&](const nccl::Setting& one) { return one.name == words[0] && one.value == words[1]; });
}

void compare(const facts::Archive& fixture, const std::string& name) {
  const base::Result<test::SmallWorld> world = test::SmallWorld::of_fixture(fixture, name);
  ASSERT_TRUE(world) << name << ": " << world.error().message;
  const auto want = std::ranges::find(fixture.entries, name + "/want", &facts::ArchiveEntry::name);
  ASSERT_NE(want, fixture.entries.end()) << name << " has no `want`";
  const nccl::Plan plan = nccl::plan(world->machine(), {.mode = world->options().mode});
  for (const std::string_view line : base::lines(want->text))
    EXPECT_TRUE(holds(plan, line)) << name << ": " << line << "\n" << shown(plan);
  EXPECT_EQ(plan.error.has_value(), want->text.find("error |") != std::string::npos) << name << "\n" << shown(plan);
}

TEST(Env, PlansAsItsFixturesWant) {
  unsigned worlds = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("tests/env"))) {
    const base::Result<facts::Archive> fixture = facts::parse_archive(test::file_text(file.path()), file.path());
    ASSERT_TRUE(fixture) << fixture.error().message;
    for (const std::string& name : test::world_names(*fixture)) {
      SCOPED_TRACE(file.path().filename().string());
      compare(*fixture, name);
      ++worlds;
    }
  }
  EXPECT_GT(worlds, 10U) << "too few worlds were found to mean anything";
}

}  // namespace
}  // namespace railhead
