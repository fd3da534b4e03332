// Runs every check over the worlds of its fixture, tests/checks/<id>.txtar, and compares what it says with the world's `want`:
// one line a finding, "violated SEVERITY SUBJECT | PIECE OF THE MESSAGE" or "ok|unknown|skipped SUBJECT | PIECE"; "none" when
// the check says nothing. A world of manifests (NAME/manifests/FILE) is judged as lint judges them, one of a job and a cluster
// (NAME/preflight.json) as preflight does.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "check/run.h"
#include "tests/support/foreseen_world.h"
#include "tests/support/linted.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

std::string want_of(const facts::Archive& fixture, const std::string& world) {
  for (const facts::ArchiveEntry& entry : fixture.entries)
    if (entry.name == world + "/want") return entry.text;
  return "";
}

std::string head_of(const check::Finding& finding) {
  const std::string severity = finding.verdict == check::Verdict::violated ? std::string(" ") + name(finding.severity) : "";
  return base::format("{}{} {}", name(finding.verdict), severity, finding.subject);
}

bool matches(const check::Finding& finding, std::string_view want) {
  const std::size_t bar = want.find('|');
  const std::string_view head = base::trimmed(want.substr(0, bar));
  const std::string_view piece = bar == std::string_view::npos ? "" : base::trimmed(want.substr(bar + 1));
  return head_of(finding) == head && finding.message.find(piece) != std::string::npos;
}

std::string shown(const std::vector<check::Finding>& findings) {
  std::string text;
  for (const check::Finding& finding : findings) {
    text += base::format("  {} | {}\n", head_of(finding), finding.message);
    for (const check::Evidence& evidence : finding.evidence)
      text += base::format("      {}  [{}]\n", evidence.what, evidence.where);
  }
  return text.empty() ? "  none\n" : text;
}

void compare(const std::vector<check::Finding>& findings, const std::string& want, const std::string& where) {
  std::vector<std::string_view> wanted;
  for (std::string_view line : base::lines(want))
    if (!base::trimmed(line).empty() && line != "none") wanted.push_back(line);
  ASSERT_FALSE(want.empty()) << where << " has no `want`";
  EXPECT_EQ(findings.size(), wanted.size()) << where << " said:\n" << shown(findings) << "wanted:\n" << want;
  for (std::string_view line : wanted)
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const check::Finding& f) { return matches(f, line); }))
        << where << ": nothing matches '" << line << "'; it said:\n"
        << shown(findings);
  for (const check::Finding& finding : findings) {
    const bool shows = !finding.evidence.empty() || finding.verdict == check::Verdict::skipped;
    EXPECT_TRUE(shows) << where << ": shows no evidence for: " << finding.message;
  }
}

/// What lint finds of manifests that are given together.
std::vector<check::Finding> linted(const std::vector<facts::ArchiveEntry>& manifests, const check::Check& check) {
  std::vector<test::ManifestText> texts;
  texts.reserve(manifests.size());
  for (const facts::ArchiveEntry& entry : manifests) texts.emplace_back(entry.name, entry.text);
  std::vector<check::Finding> findings;
  for (check::Result& result : test::linted(texts, {&check})) findings.push_back(std::move(result.finding));
  return findings;
}

class Fixture : public testing::TestWithParam<std::string> {};

TEST_P(Fixture, SaysWhatItsFixtureWants) {
  const std::string path = test::source_path("tests/checks/" + GetParam() + ".txtar");
  const check::Check* check = check::find(GetParam());
  ASSERT_NE(check, nullptr) << path << " belongs to no check";
  const base::Result<facts::Archive> fixture = facts::parse_archive(test::file_text(path), path);
  ASSERT_TRUE(fixture) << fixture.error().message;
  for (const std::string& world : test::world_names(*fixture)) {
    const base::Result<test::SmallWorld> small = test::SmallWorld::of_fixture(*fixture, world);
    ASSERT_TRUE(small) << path << ": " << small.error().message;
    const std::string where = GetParam() + " in " + world;
    if (!small->manifests().empty()) {
      compare(linted(small->manifests(), *check), want_of(*fixture, world), where);
      continue;
    }
    if (!small->preflight().empty()) {
      const facts::Machine nothing;
      const facts::Preflight preflight = test::foreseen_world(small->preflight());
      compare(check->rule({.machine = nothing, .options = {}, .preflight = &preflight}), want_of(*fixture, world), where);
      continue;
    }
    const facts::Machine machine = small->machine();
    const std::optional<text::Case> texts = small->texts();
    // The machine of texts is the first of the case itself: a check that compares speaks for that one.
    check::Input input{.machine = texts ? texts->machines.front() : machine, .options = small->options()};
    if (texts) {
      input.log = &texts->log;
      input.cluster = &texts->cluster;
      input.machines = texts->machines;
      input.names = texts->names;
    }
    std::vector<facts::Machine> machines;
    std::vector<std::string> names;
    for (const auto& [pod, one] : small->pods()) {
      names.push_back(pod);
      machines.push_back(one);
    }
    if (!machines.empty()) {
      const check::Input of_pods{
          .machine = machines.front(), .options = small->options(), .machines = machines, .names = names};
      compare(check->rule(of_pods), want_of(*fixture, world), where);
      continue;
    }
    compare(check->rule(input), want_of(*fixture, world), where);
  }
}

std::vector<std::string> fixtures() {
  std::vector<std::string> ids;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("tests/checks")))
    ids.push_back(file.path().stem());
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '.' || c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Checks, Fixture, testing::ValuesIn(fixtures()), test_name);

}  // namespace
}  // namespace railhead
