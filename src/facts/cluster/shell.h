#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Commands of a shell script, as far as a reader can tell without running it.
namespace railhead::facts {

/// A word without its quotes. `computed`: a variable or a command makes up a part of it, so that `text` is not its value.
struct ShellWord {
  std::string text;
  bool computed = false;
};

/// How a command goes on to the next one.
enum class Joined : std::uint8_t { next, and_then, or_else, piped };

/// One simple command: words without redirections, and without the keywords in front of it ("then", "exec", "sudo").
/// `conditional`: it stands in a branch, a loop or a function, or behind && or ||. `tested`: it is the question of an if or a
/// loop. `silent`: what it writes to stderr is thrown away. `line` counts from 1 within the script, `source` is where the
/// script begins.
struct ShellCommand {
  std::vector<ShellWord> words;
  std::size_t line = 1;
  Joined joined = Joined::next;
  bool conditional = false;
  bool tested = false;
  bool silent = false;
  std::string source = {};
  std::size_t program = 0;  // the first word that assigns no variable; 0 where all do

  const std::string& name() const { return words[program].text; }
  /// True where the word is there and is the text.
  bool has(std::string_view text) const;
};

/// The commands of a script of a POSIX shell or bash; comments and here-documents are none. What it does not understand it
/// takes as words. At most 4,096.
std::vector<ShellCommand> shell_commands(std::string_view script);

/// The same of a command that no shell reads: its words are one.
ShellCommand plain_command(const std::vector<std::string>& words);

}  // namespace railhead::facts
