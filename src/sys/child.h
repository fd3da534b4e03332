#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/error.h"

namespace railhead::sys {

/// Runs `work` in a forked child and gives what it returned (at most 16 MiB). What may hang, crash or change this process (a
/// driver, a vendor library, pinning memory) is done there: after `limit` the child is killed and the error is `timeout`; a
/// crash is `unavailable` and names the signal. `what` names the work in these messages: "asking libibverbs".
base::Result<std::string> in_child(const std::string& what, const std::function<std::string()>& work,
                                   std::chrono::milliseconds limit);

}  // namespace railhead::sys
