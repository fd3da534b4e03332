// What must hold of every check, whoever wrote it.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/text.h"
#include "check/run.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

/// The verdicts that the fixture's `want` lines expect.
std::set<std::string> wanted_verdicts(const std::string& id) {
  std::set<std::string> verdicts;
  const std::string path = test::source_path("tests/checks/" + id + ".txtar");
  const base::Result<facts::Archive> fixture = facts::parse_archive(test::file_text(path), path);
  if (!fixture) return verdicts;
  for (const facts::ArchiveEntry& entry : fixture->entries) {
    if (!entry.name.ends_with("/want")) continue;
    for (std::string_view line : base::lines(entry.text))
      if (!base::words(line).empty()) verdicts.emplace(base::words(line)[0]);
  }
  return verdicts;
}

TEST(Catalogue, IdsAreUniqueAndInOrder) {
  for (std::size_t i = 1; i < check::catalogue().size(); ++i) EXPECT_LT(check::catalogue()[i - 1].id, check::catalogue()[i].id);
}

TEST(Catalogue, TitleCauseFixAndRuleAreThere) {
  for (const check::Check& check : check::catalogue()) {
    EXPECT_FALSE(check.title.empty()) << check.id;
    EXPECT_FALSE(check.cause.empty()) << check.id;
    EXPECT_FALSE(check.fix.empty()) << check.id;
    EXPECT_NE(check.rule, nullptr) << check.id;
    EXPECT_LE(check.title.size(), 90U) << check.id << ": a title is one line";
  }
}

TEST(Catalogue, EveryCheckHasAFixtureThatShowsBothSides) {
  for (const check::Check& check : check::catalogue()) {
    const std::string path = test::source_path("tests/checks/" + check.id + ".txtar");
    if (!std::filesystem::exists(path)) {
      ADD_FAILURE() << check.id << " has no fixture " << path;
      continue;
    }
    const std::set<std::string> verdicts = wanted_verdicts(check.id);
    EXPECT_TRUE(verdicts.contains("ok")) << check.id << ": no world shows it ok";
    EXPECT_EQ(verdicts.contains("violated"), !check.good_state)
        << check.id << ": a world must show it violated, unless it is a good state";
  }
}

TEST(Catalogue, SelectionByIdAndFamily) {
  const auto family = check::selected({.only = {"memlock"}, .skip = {"memlock.low"}});
  ASSERT_TRUE(family);
  EXPECT_FALSE(family->empty());
  for (const check::Check* check : *family) {
    EXPECT_TRUE(check->id.starts_with("memlock."));
    EXPECT_NE(check->id, "memlock.low");
  }
}

TEST(Catalogue, UnknownIdNamesTheNearest) {
  const auto none = check::selected({.only = {"memlok.low"}, .skip = {}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, base::Code::usage);
  EXPECT_NE(none.error().suggestion.find("memlock.low"), std::string::npos);
}

}  // namespace
}  // namespace railhead
