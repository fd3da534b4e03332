#pragma once

#include <string_view>

namespace railhead::text {

/// True of messages in which NCCL says how it set up a communicator or which collective it starts: most of a log is such, and
/// neither a fault nor a fact of the network stands in them.
bool is_routine(std::string_view message);

}  // namespace railhead::text
