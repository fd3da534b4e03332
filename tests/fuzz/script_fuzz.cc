// Start scripts of containers, and amounts of resources.
#include "facts/cluster/quantity.h"
#include "facts/cluster/shell.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

RAILHEAD_FUZZ(text) {
  std::size_t words = 0;
  for (const facts::ShellCommand& command : facts::shell_commands(text)) {
    fuzz::claim(command.program < command.words.size(), "a command has a word that names it");
    fuzz::claim(command.line >= 1, "lines count from 1");
    words += command.words.size();
  }
  fuzz::claim(words <= text.size(), "no more words than characters");
  fuzz::claim(!facts::parse_quantity(text) || !text.empty(), "nothing is no amount");
}
