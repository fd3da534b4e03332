#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Pieces of sentences that programs print.
namespace railhead::text::cluster {

/// What follows `phrase` in `line`; nothing where it is not there.
std::optional<std::string_view> after(std::string_view line, std::string_view phrase);

bool holds(std::string_view line, std::string_view phrase);

/// The text in double quotes that `text` starts with; nothing where it starts otherwise or the quotes do not close.
std::optional<std::string_view> in_quotes(std::string_view text);

/// The characters of a name that `text` starts with: letters, digits and "._-/". A full stop at its end ends the sentence and
/// is no part of it.
std::string_view name_at(std::string_view text);

/// The number that `text` ends with, blanks left out.
std::optional<std::uint64_t> number_before(std::string_view text);

/// The number that `text` starts with.
std::optional<std::uint64_t> number_at(std::string_view text);

/// A name as it may be kept: one line, printable, no longer than names are.
std::string kept(std::string_view name);

}  // namespace railhead::text::cluster
