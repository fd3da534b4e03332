#pragma once

#include <cstdint>

namespace railhead::sys {

/// A number that nobody can foretell, of getrandom(2); of the clock where a filter of system calls refuses that.
/// std::random_device would need glibc 2.36 (arc4random).
std::uint64_t random_number();

}  // namespace railhead::sys
