#pragma once

#include <string>
#include <string_view>

namespace railhead::sys {

/// The part of a captured tree that a path belongs to: "/sys/class", "/proc/modules", "/dev". A machine always has its parts;
/// where one is missing as a whole it was not captured, and what would lie in it was not asked for, rather than absent.
std::string source_of(std::string_view path);

}  // namespace railhead::sys
