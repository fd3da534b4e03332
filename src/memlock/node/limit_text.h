#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/host/process.h"
#include "memlock/model.h"

/// How runtimes and systemd write a limit. Source: github.com/docker/go-units (ulimit.go), systemd.exec(5) on LimitMEMLOCK=.
namespace railhead::memlock::node {

/// The value of "memlock=SOFT:HARD" or "memlock=BOTH": bytes, -1 is unlimited. Nothing for another form.
std::optional<facts::Limit> parse_ulimit(std::string_view entry);

/// "memlock=-1:-1"
std::string ulimit_entry(const Allowance& value);

/// "infinity", "8388608", "64K:8M". Nothing for another form, which systemd ignores with a line in its log.
std::optional<facts::Limit> parse_unit_limit(std::string_view value);

/// "infinity", "68719476736"
std::string unit_limit(const Allowance& value);

}  // namespace railhead::memlock::node
