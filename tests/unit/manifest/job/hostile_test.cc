// Files that are made to be slow, large or endless.
#include <gtest/gtest.h>

#include <chrono>

#include "base/format.h"
#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kHead =
    "apiVersion: railhead.dev/v1alpha1\nkind: TrainingJob\nmetadata: {name: stork}\nspec:\n  image: stork\n";

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// Reads it, in seconds even under sanitizers.
JobFile quickly(const std::string& text) {
  const auto begin = std::chrono::steady_clock::now();
  JobFile file = read_jobs(text, "x");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_LE(file.problems.size(), 64U);
  EXPECT_TRUE(file.documents.empty());
  for (const Problem& problem : file.problems) EXPECT_LT(problem.message.size() + problem.suggestion.size(), 1000U);
  return file;
}

std::string first(const JobFile& file) { return file.problems.empty() ? "" : said({file.problems.front()}); }

TEST(HostileJobs, UnknownFieldsInMillions) {
  std::string text(kHead);
  for (int i = 0; i < 60000; ++i) text += base::format("  gpusPerNod{}: 1\n", i);
  EXPECT_EQ(first(quickly(text)), "x:5:3: spec: expected at most 256 fields, found 60001\n");
  text += repeated("  [a]: b\n", 400000);
  EXPECT_EQ(first(quickly(text)), "x:63692:4: expected no more than 131072 values\n");
}

TEST(HostileJobs, LongTexts) {
  const std::string long_text(std::size_t{4} << 20U, 'x');
  EXPECT_EQ(first(quickly(std::string(kHead) + "  script: " + long_text + "\n")),
            "x:6:11: spec.script: expected the text of a script, at most 1000 KiB, found 4194304 characters\n");
  EXPECT_EQ(first(quickly(std::string(kHead) + "  command: [" + long_text + "]\n")),
            "x:6:13: spec.command[0]: expected text, found 4194304 characters\n");
  const JobFile key = quickly(std::string(kHead) + "  command: [x]\n  ? " + long_text + "\n  : 1\n");
  EXPECT_EQ(key.problems.size(), 1U);
}

TEST(HostileJobs, AliasesOfLongTexts) {
  const std::string text =
      std::string(kHead) + "  command: [&a '" + std::string(100000, 'x') + "'" + repeated(", *a", 4000) + "]\n";
  EXPECT_EQ(first(quickly(text)), "x:6:17: spec.command[41]: expected at most 4 MiB of text in a document\n");
}

TEST(HostileJobs, AliasesOfAliases) {
  std::string text = std::string(kHead) + "  command: [x]\n  a0: &a0 [x, x]\n";
  for (int i = 1; i < 30; ++i) text += base::format("  a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
  EXPECT_EQ(quickly(text + "  volumes: *a29\n").problems.size(), 34U);
}

TEST(HostileJobs, MappingsThatAreSharedByManyEntries) {
  std::string keys = "{";
  for (int i = 0; i < 40000; ++i) keys += base::format("k{}: v, ", i);
  const std::string text = std::string(kHead) + "  command: [x]\n  volumes: [&a " + keys + "}" + repeated(", *a", 63) + "]\n";
  EXPECT_EQ(quickly(text).problems.size(), 64U);
  EXPECT_EQ(first(quickly(std::string(kHead) + "  command: [x]\n  environment: {<<: &a " + keys + "}}\n")),
            "x:7:16: spec.environment: expected at most 4096 entries, found 40000\n");
}

TEST(HostileJobs, DeepNesting) {
  EXPECT_EQ(first(quickly(std::string(kHead) + "  command: " + repeated("[", 100000) + "\n")),
            "x:6:73: expected no more than 64 levels of nesting\n");
  EXPECT_EQ(first(quickly(repeated("{a: ", 1000000))), "x:1:254: expected no more than 64 levels of nesting\n");
}

TEST(HostileJobs, ManyDocumentsAndTooMuchOfAll) {
  EXPECT_EQ(quickly(repeated("---\n1\n", 700000)).problems.size(), 64U);
  EXPECT_EQ(first(quickly(std::string((std::size_t{16} << 20U) + 1, ' '))), "x:1:1: expected at most 16 MiB\n");
}

TEST(HostileJobs, BytesThatAreNoText) {
  EXPECT_EQ(first(quickly(std::string(kHead) + "  command: [\xc3\x28]\n")),
            "x:6:13: expected text in UTF-8; this is byte 0xc3\n");
  EXPECT_EQ(first(quickly(std::string("\0\0\0\0", 4))), "x:1:1: expected text in UTF-8; this is byte 0x00\n");
  const JobFile file = quickly(std::string(kHead) + "  command: [x]\n  \"a\\e[31m\\nb\": 1\n");
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].message, "spec.a?[31m?b: there is no such field");
}

TEST(HostileJobs, AtMost64ProblemsInTheOrderOfTheirPlaces) {
  std::string text(kHead);
  for (int i = 0; i < 100; ++i) text += base::format("  zzz{}: 1\n", i);
  const JobFile file = quickly(text);
  ASSERT_EQ(file.problems.size(), 64U);
  EXPECT_EQ(file.problems[0].place, "x:5:3") << "no command: the place of spec";
  EXPECT_EQ(file.problems[1].place, "x:6:3");
  EXPECT_EQ(file.problems[63].place, "x:68:3");
}

}  // namespace
}  // namespace railhead::manifest::job
