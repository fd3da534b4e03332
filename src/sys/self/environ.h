#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

/// Environment variables as a value. A name may hold any byte but '=' and NUL: device plugins publish names with dashes, which
/// no shell shows.
namespace railhead::sys {

using Environ = std::map<std::string, std::string, std::less<>>;

/// This process's environment; of a name set twice the first counts, as getenv(3) has it.
Environ own_environ();

/// Reads NUL- or newline-separated NAME=VALUE pairs (/proc/PID/environ, `env` output); pieces without '=' are left out.
Environ parse_environ(std::string_view text);

std::optional<std::string> value_of(const Environ& environ, std::string_view name);

}  // namespace railhead::sys
