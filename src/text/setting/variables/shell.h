#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a terminal shows beside output: prompts and commands.
namespace railhead::text::setting {

/// The command behind a prompt: "$ lsmod", "root@node-a:~# lsmod", "[me@node-a ~]$ lsmod"; nothing for a line without one. A
/// comment looks like a command of root.
std::optional<std::string_view> prompted(std::string_view line);

/// prompted(), or the whole line, without blanks around it and without what runs the command elsewhere ("kubectl exec pod --
/// ").
std::string_view command_in(std::string_view line);

/// True where `text` is `word`, or goes on behind it with a blank.
bool starts_with_word(std::string_view text, std::string_view word);

/// The words as a POSIX shell takes them: quotes and backslashes are resolved, a comment ends the line, a quote that is not
/// closed ends with it.
std::vector<std::string> shell_words(std::string_view text);

}  // namespace railhead::text::setting
