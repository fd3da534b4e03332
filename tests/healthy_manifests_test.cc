// False alarms in manifests: tests/manifests/healthy holds one of each kind that is as it should be, and no check says more of
// it than what is worth knowing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "check/run.h"
#include "tests/support/small_world.h"
#include "text/case.h"

namespace railhead {
namespace {

std::vector<std::string> manifests() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("tests/manifests/healthy")))
    names.push_back(file.path().stem());
  std::ranges::sort(names);
  return names;
}

class HealthyManifest : public testing::TestWithParam<std::string> {};

TEST_P(HealthyManifest, HasNothingToWarnOf) {
  text::CaseReader reader;
  reader.begin(GetParam() + ".yaml");
  reader.take(test::file_text(test::source_path("tests/manifests/healthy/" + GetParam() + ".yaml")));
  reader.end();
  const text::Case texts = reader.finish();
  ASSERT_FALSE(texts.cluster.objects.empty());
  EXPECT_TRUE(std::ranges::any_of(texts.cluster.objects, [](const facts::ClusterObject& one) { return !one.pods.empty(); }));
  const check::Options options;
  for (const check::Check& check : check::catalogue()) {
    const check::Input input{
        .machine = texts.machines.front(), .options = options, .log = &texts.log, .cluster = &texts.cluster};
    for (const check::Finding& finding : check.rule(input))
      EXPECT_TRUE(finding.verdict != check::Verdict::violated || finding.severity == check::Severity::info)
          << check.id << ": " << finding.subject << " " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Manifests, HealthyManifest, testing::ValuesIn(manifests()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace railhead
