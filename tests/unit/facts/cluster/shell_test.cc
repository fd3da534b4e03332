#include "facts/cluster/shell.h"

#include <gtest/gtest.h>

#include "base/format.h"

namespace railhead::facts {
namespace {

/// "WORD WORD" of each command, with what is said of it in front.
std::vector<std::string> read(std::string_view script) {
  std::vector<std::string> all;
  for (const ShellCommand& command : shell_commands(script)) {
    std::string text =
        std::string(command.conditional ? "?" : "") + (command.tested ? "if:" : "") + (command.silent ? "silent:" : "");
    for (const ShellWord& word : command.words)
      text += (text.empty() || text.back() == ':' || text.back() == '?' ? "" : " ") + word.text;
    all.push_back(text);
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(Shell, CommandsAndOperators) {
  EXPECT_EQ(read("set -e\nulimit -l unlimited; exec train --n 2"), (Texts{"set -e", "ulimit -l unlimited", "train --n 2"}));
  EXPECT_EQ(read("a && b || c & d | e"), (Texts{"a", "?b", "?c", "d", "e"}));
  const auto commands = shell_commands("a && b || c | d\n\ne");
  ASSERT_EQ(commands.size(), 5U);
  EXPECT_EQ(commands[0].joined, Joined::and_then);
  EXPECT_EQ(commands[1].joined, Joined::or_else);
  EXPECT_EQ(commands[2].joined, Joined::piped);
  EXPECT_EQ(commands[4].line, 3U);
}

TEST(Shell, Quotes) {
  EXPECT_EQ(read("echo 'a; b' \"c && d\" e\\ f"), (Texts{"echo a; b c && d e f"}));
  EXPECT_EQ(read("train \\\n  --more"), (Texts{"train --more"}));
}

TEST(Shell, WhatIsComputed) {
  const auto commands = shell_commands("export A=$B C='$D' E=\"x$(cat f; g)y\" F=1");
  ASSERT_EQ(commands.size(), 1U);
  ASSERT_EQ(commands[0].words.size(), 5U);
  EXPECT_TRUE(commands[0].words[1].computed);
  EXPECT_FALSE(commands[0].words[2].computed);
  EXPECT_TRUE(commands[0].words[3].computed);
  EXPECT_FALSE(commands[0].words[4].computed);
}

TEST(Shell, ProgramsBehindAssignments) {
  const auto commands = shell_commands("A=1 B=$C exec prlimit --memlock=1 train\nA=1\nexport A=1");
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].name(), "prlimit");
  EXPECT_EQ(commands[0].words.size(), 5U);
  EXPECT_EQ(commands[1].name(), "A=1");
  EXPECT_EQ(commands[2].name(), "export");
}

TEST(Shell, CommentsAndHereDocumentsAreNoCommands) {
  EXPECT_EQ(read("# ulimit -l unlimited\ncat <<EOF > f\nulimit -l unlimited\nEOF\ntrain"), (Texts{"cat", "train"}));
  EXPECT_EQ(read("cat <<< word\ntrain"), (Texts{"cat", "train"}));
}

TEST(Shell, Redirections) {
  EXPECT_EQ(read("a 2>/dev/null; b &>/dev/null; c >/dev/null; d 2>&1"), (Texts{"silent:a", "silent:b", "c", "d"}));
}

TEST(Shell, Branches) {
  EXPECT_EQ(read("if a; then b; else c; fi; d"), (Texts{"?if:a", "?b", "?c", "d"}));
  EXPECT_EQ(read("f() { a; }\nf\nwhile b; do c; done\nd"), (Texts{"?a", "f", "?if:b", "?c", "d"}));
  EXPECT_EQ(read("case $X in\n a) b ;;\n *) c ;;\nesac\nd").back(), "d");
}

TEST(Shell, WhatIsNotClosedEnds) {
  for (const char* script :
       {"'", "\"", "$(", "\"$(", "a <<EOF", "a <", "(", ")", "a >(b", "\\", "`", "${", "if", "a 2>", "((", "x=(a b"})
    EXPECT_LE(shell_commands(script).size(), 3U) << script;
  EXPECT_EQ(shell_commands(std::string(100'000, ';')).size(), 0U);
}

}  // namespace
}  // namespace railhead::facts
