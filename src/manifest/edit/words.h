#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace railhead::manifest {

/// True for text that is text without quotes too, wherever it stands: in a block, in braces, as a key, for YAML 1.1 and 1.2.
bool is_plain_word(std::string_view text);

/// In double quotes, with what must be escaped escaped, so that YAML and JSON read the same.
std::string in_quotes(std::string_view text);

/// Blanks that the lines of a block have before them, more than what they belong to.
constexpr std::size_t kBlockStep = 2;

/// As a literal block: "|" and the lines, each with `indent` blanks before it and the newline behind it. None for text of one
/// line, and where a block would not give back each byte.
std::optional<std::string> in_block(std::string_view text, std::size_t indent, std::string_view newline);

/// In single quotes. Only for text of one line.
std::string in_single_quotes(std::string_view text);

/// True where a scalar is text, not what YAML 1.1 or 1.2 may take for a number, a date, a boolean or nothing.
bool is_text(std::string_view text, bool plain);

}  // namespace railhead::manifest
