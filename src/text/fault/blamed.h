#pragma once

#include <string>
#include <string_view>

#include "facts/log/run.h"

namespace railhead::text {

/// Whom a line about a consequence names as the one that failed: "rank 3", "node-b<4100>"; empty where it names nobody. The
/// rank that a watchdog speaks for is the one that waited, and is not named here.
std::string blamed(facts::LogFault fault, std::string_view line);

}  // namespace railhead::text
