#pragma once

#include <string>
#include <string_view>

namespace railhead::text {

/// The line without what a terminal, a mail or an issue put around it: escape sequences, "> " of quotes, a carriage return, a
/// byte order mark. Gives `line` itself, or a part of it, where that is all there is to do; else `room`, which is written to.
std::string_view clean(std::string_view line, std::string& room);

/// The same for a line that is known to hold no escape sequence.
std::string_view clean_plain(std::string_view line);

/// "```", "```text", "~~~": a fence of Markdown says nothing.
bool is_fence(std::string_view line);

}  // namespace railhead::text
