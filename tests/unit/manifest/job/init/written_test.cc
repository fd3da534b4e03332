// What is written of answers is what they say, whatever they are.
#include <gtest/gtest.h>

#include "manifest/job/init/questions.h"
#include "manifest/job/init/written.h"
#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

Answers answers_with(std::initializer_list<std::pair<std::string, std::string>> given) {
  Answers answers;
  for (const auto& [key, text] : given) answers.put(key, {.text = text});
  return completed(std::move(answers), {});
}

std::string says(std::initializer_list<std::pair<std::string, std::string>> given) {
  return said(problems_with(answers_with(given), nullptr));
}

TEST(InitWritten, EveryQuestionHasAField) {
  for (const Question& question : questions()) {
    EXPECT_EQ(field_of(question) == nullptr, question.path.empty()) << question.key;
    EXPECT_FALSE(meaning_of(question).empty()) << question.key;
    EXPECT_EQ(question_of(question.key), &question);
  }
}

TEST(InitWritten, SuggestionsHaveNoProblems) {
  EXPECT_EQ(says({}), "");
  for (const std::string_view kind : words_of(*question_of("kind")))
    for (const std::string_view fabric : words_of(*question_of("fabric")))
      for (const std::string_view way : words_of(*question_of("memlock")))
        EXPECT_EQ(says({{"kind", std::string(kind)}, {"fabric", std::string(fabric)}, {"memlock", std::string(way)}}), "")
            << kind << " " << fabric << " " << way;
}

TEST(InitWritten, SubnetsHaveAddressesForAllPods) {
  for (const char* nodes : {"1", "200", "201", "254", "255", "60000"})
    EXPECT_EQ(says({{"fabric", "ipoib"}, {"networks", "attachments"}, {"rails", "64"}, {"nodes", nodes}}), "") << nodes;
}

/// Texts that YAML would take for something else come back as they were.
TEST(InitWritten, TextsStayTexts) {
  for (const char* name : {"1", "1e3", "0x1f", "true", "no", "null", "2026-01-01", "1-2", "on", "y", "12-30"}) {
    const JobFile read = read_jobs(written(answers_with({{"namespace", name}, {"rail-network.0", name}}), "f"), "f");
    ASSERT_EQ(said(read.problems), "") << name;
    EXPECT_EQ(read.documents[0].job->space, name);
    EXPECT_EQ(read.documents[0].cluster->rails[0].network, name);
  }
  for (const char* word : {"a {b} [c] d: e, #f",
                           "- ?",
                           "x: y",
                           "# z",
                           "*a",
                           "&b",
                           "!c",
                           "%",
                           "@d",
                           "`",
                           "\\",
                           "\"",
                           "~",
                           "null",
                           "true",
                           "1.0",
                           "-1",
                           "-b",
                           "--c=d",
                           "-",
                           "--",
                           "---",
                           "...",
                           ".inf",
                           "a:",
                           ":a",
                           "a/",
                           "1/2",
                           "12:30:45",
                           "=",
                           "<<",
                           ""}) {
    const JobFile read = read_jobs(written(answers_with({{"command", "run '" + std::string(word) + "'"}}), "f"), "f");
    ASSERT_EQ(said(read.problems), "") << word;
    EXPECT_EQ(read.documents[0].job->command, (std::vector<std::string>{"run", word}));
  }
}

TEST(InitWritten, GuessesAndDetectedAnswersSaySo) {
  Answers detected;
  detected.put("gpus-per-node", {.text = "4", .origin = Origin::detected, .source = "/sys/\nx: y"});
  const std::string text = written(completed({}, detected), "f\n- g");
  EXPECT_NE(text.find("gpusPerNode: 4                      # read from /sys/?x: y\n"), std::string::npos) << text;
  EXPECT_NE(text.find("# A GUESS: name the image"), std::string::npos) << text;
  EXPECT_EQ(said(read_jobs(text, "f").problems), "");
}

TEST(InitWritten, WrongAnswersAreNamedByTheirField) {
  EXPECT_EQ(says({{"nodes", "two"}}),
            "railhead.yaml:10:10: spec.nodes: expected a whole number from 1 to 65536, found \"two\"\n");
  EXPECT_EQ(says({{"rails", "65"}}), "rails: expected a whole number from 1 to 64, found \"65\"\n");
  EXPECT_EQ(says({{"name", "a: b\n- c"}, {"kind", "pod"}}).substr(0, 34), "railhead.yaml:6:10: metadata.name:");
  EXPECT_EQ(question_about("spec.cluster.rails[12].network: x")->key, "rail-network");
  EXPECT_EQ(question_about("spec.build.git: x")->key, "image");
  EXPECT_EQ(question_about("spec.scriptFile: x")->key, "command");
  EXPECT_EQ(question_about("rails: x")->key, "rails");
  EXPECT_EQ(question_about("spec.cluster.tolerations[0].key: x"), nullptr);
}

}  // namespace
}  // namespace railhead::manifest::job
