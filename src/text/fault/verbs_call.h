#pragma once

#include <optional>
#include <string_view>

#include "facts/log/run.h"

namespace railhead::text {

/// A call of libibverbs that a line says has failed, as NCCL ("Call to ibv_modify_qp failed with 110 Connection timed out, on
/// dev mlx5_5:1, ..."), UCX ("mlx5_0: ibv_create_cq() failed: Cannot allocate memory"), and others write it.
std::optional<facts::VerbsCall> parse_verbs_call(std::string_view message);

/// The errno of a text of strerror(3) that the line holds: "Cannot allocate memory" is ENOMEM. Only those that libibverbs
/// gives.
std::optional<int> errno_in(std::string_view text);

}  // namespace railhead::text
