#pragma once

#include <string>

namespace railhead::cli {

/// Now, in UTC, as RFC 3339 writes it: 2026-03-01T12:00:00Z.
std::string time_text();

}  // namespace railhead::cli
