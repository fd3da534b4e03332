#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/wire/messages.h"

/// How a session ends without a fault of the protocol, in words for the log.
namespace railhead::nri {

/// The runtime does not want the plugin, which it may know by `name` and `index`, or is of another API.
base::Error refusal(const Answer& answer, std::string_view name, std::string_view index);

/// The runtime closed the connection, when the plugin was ready or waited for something.
base::Error end_of_session(bool ready, std::string_view waits_for);

}  // namespace railhead::nri
