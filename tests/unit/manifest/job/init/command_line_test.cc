// A command as somebody types it, taken apart.
#include <gtest/gtest.h>

#include "base/text.h"
#include "manifest/job/init/command_line.h"

namespace railhead::manifest::job {
namespace {

std::string apart(std::string_view line) {
  const auto words = command_words(line);
  return words ? base::joined(*words, "|") : "refused: " + words.error().message;
}

TEST(CommandLine, WordsAreThoseOfAShell) {
  EXPECT_EQ(apart("torchrun train.py"), "torchrun|train.py");
  EXPECT_EQ(apart("  a \t b  "), "a|b");
  EXPECT_EQ(apart("a 'b c' \"d e\"f"), "a|b c|d ef");
  EXPECT_EQ(apart("a '' \"\""), "a||");
  EXPECT_EQ(apart(R"(a\ b \"c "d\"e\\f\g")"), R"(a b|"c|d"e\f\g)");
  EXPECT_EQ(apart(R"('a\'b)"), R"(a\b)");
  EXPECT_EQ(apart("bash -c 'a && b | c > d'"), "bash|-c|a && b | c > d");
  EXPECT_EQ(apart("echo $HOME *"), "echo|$HOME|*");
  EXPECT_EQ(apart("a\\"), "a\\");
}

TEST(CommandLine, WhatOnlyAShellUnderstandsIsRefused) {
  for (const char* line : {"a && b", "a | b", "a; b", "a > b", "a < b", "`a`"})
    EXPECT_TRUE(apart(line).starts_with("refused: no shell reads the command")) << line;
  EXPECT_EQ(apart("a 'b"), "refused: a single quote is not closed");
  EXPECT_EQ(apart("a \"b"), "refused: a double quote is not closed");
  EXPECT_EQ(apart("  "), "refused: expected a command, found nothing");
}

}  // namespace
}  // namespace railhead::manifest::job
