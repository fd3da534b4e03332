#include "text/setting/variables/shell.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::text::setting {
namespace {

constexpr std::string_view kBlanks = " \t";

/// "root@node-a:~", "[me@node-a ~]", "(base) me@node-a:~", "sh-5.1", or nothing.
bool is_prompt(std::string_view text) {
  if (text.empty()) return true;
  const bool one_word = text.find_first_of(kBlanks) == std::string_view::npos;
  if (one_word) {
    return text.find('@') != std::string_view::npos || text.starts_with("sh-") || text.starts_with("bash-") ||
           std::string_view("~:/]>").find(text.back()) != std::string_view::npos;
  }
  const bool enclosed = text.starts_with('[') && text.ends_with(']');
  return enclosed || (text.starts_with('(') && text.find('@') != std::string_view::npos && !kBlanks.contains(text.back()));
}

/// One word off the front of `text`, which starts with none of the blanks.
std::string take_word(std::string_view& text) {
  std::string word;
  char quote = '\0';
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == '\0' && kBlanks.contains(c)) break;
    if (c == '\\' && quote != '\'') {
      if (at + 1 < text.size()) word += text[++at];
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote && quote != '\0') {
      quote = '\0';
    } else {
      word += c;
    }
  }
  text.remove_prefix(at);
  return word;
}

}  // namespace

std::optional<std::string_view> prompted(std::string_view line) {
  constexpr std::size_t kLongest = 100;  // a prompt with the name of a host and a folder
  line = base::trimmed(line);
  const std::string_view start = line.substr(0, kLongest);
  for (std::size_t at = start.find_first_of("$#%"); at != std::string_view::npos; at = start.find_first_of("$#%", at + 1)) {
    if (at + 1 >= line.size() || line[at + 1] != ' ' || !is_prompt(line.substr(0, at))) continue;
    return base::trimmed(line.substr(at + 1));
  }
  return std::nullopt;
}

std::string_view command_in(std::string_view line) {
  constexpr std::string_view kElsewhere = " -- ";
  std::string_view command = prompted(line).value_or(base::trimmed(line));
  if (const std::size_t at = command.find(kElsewhere); at != std::string_view::npos)
    command = base::trimmed(command.substr(at + kElsewhere.size()));
  if (starts_with_word(command, "sudo")) command = base::trimmed(command.substr(std::string_view("sudo").size()));
  return command;
}

bool starts_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || kBlanks.contains(text[word.size()]));
}

std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty() || text[0] == '#') return words;
    words.push_back(take_word(text));
  }
}

}  // namespace railhead::text::setting
