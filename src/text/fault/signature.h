#pragma once

#include <optional>
#include <string_view>

#include "facts/log/run.h"

namespace railhead::text {

/// The fault that a line is about, with what it tells of it; nothing for a line without one that is known. `source` and host
/// are left to the caller.
std::optional<facts::LogEvent> fault_in(std::string_view line);

/// False: no line that differs from this one in its numbers alone tells of a fault either.
bool may_tell_of_fault(std::string_view line);

}  // namespace railhead::text
