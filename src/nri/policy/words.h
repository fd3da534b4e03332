#pragma once

#include <string>
#include <string_view>

/// Texts of pods in sentences for people.
namespace railhead::nri {

/// Printable, in one line, of at most `most` bytes and "..." for the rest.
std::string shortened(std::string_view text, std::size_t most = 100);

}  // namespace railhead::nri
