#pragma once

#include <cstdint>
#include <string_view>

namespace railhead::text {

/// Equal for lines that differ in their numbers alone, as those of a training loop do.
std::uint64_t shape_of(std::string_view line);

/// Equal for lines that differ in their digits alone, each number being as long in one as in the other: those are of one shape
/// as well, and this is several times faster.
std::uint64_t outline_of(std::string_view line);

}  // namespace railhead::text
