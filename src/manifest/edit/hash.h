#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace railhead::manifest {

/// A hash of bytes that can be rolled: a polynomial modulo 2^61 - 1. It tells that a text was changed; it is no proof against
/// somebody who wants two texts to look alike, which would win them nothing here.
std::uint64_t hash_of(std::string_view text);

/// Where parts of `text` of this length and hash begin, in order. In time of the text's length.
std::vector<std::size_t> places_of(std::string_view text, std::size_t length, std::uint64_t hash);

}  // namespace railhead::manifest
