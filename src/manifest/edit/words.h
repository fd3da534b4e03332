#pragma once

#include <string>
#include <string_view>

namespace railhead::manifest {

/// True for text that is text without quotes too, wherever it stands: in a block, in braces, as a key, for YAML 1.1 and 1.2.
bool is_plain_word(std::string_view text);

/// In double quotes, with what must be escaped escaped, so that YAML and JSON read the same.
std::string in_quotes(std::string_view text);

/// In single quotes. Only for text of one line.
std::string in_single_quotes(std::string_view text);

/// True where a scalar is text, not what YAML 1.1 or 1.2 may take for a number, a date, a boolean or nothing.
bool is_text(std::string_view text, bool plain);

}  // namespace railhead::manifest
