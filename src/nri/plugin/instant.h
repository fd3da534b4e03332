#pragma once

#include <chrono>
#include <string>

/// The two clocks of the plugin: one for deadlines, which nobody sets back, and one for its log.
namespace railhead::nri {

using Clock = std::chrono::steady_clock;
using Instant = Clock::time_point;
constexpr Instant kNever = Instant::max();

/// "2026-03-01T12:00:00.250Z", as RFC 3339 has it, in UTC.
std::string utc_text(std::chrono::system_clock::time_point when);

}  // namespace railhead::nri
