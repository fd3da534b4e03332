#pragma once

#include <string>
#include <string_view>

/// Texts of pods in sentences for people.
namespace railhead::nri {

/// The front of `text` of at most `most` bytes that does not end within a character of UTF-8.
std::string_view cut_at_character(std::string_view text, std::size_t most);

/// Printable, in one line, of at most `most` bytes and "..." for the rest.
std::string shortened(std::string_view text, std::size_t most = 100);

}  // namespace railhead::nri
