#pragma once

#include <optional>
#include <string_view>

#include "facts/log/run.h"

namespace railhead::text {

/// "... Got completion ... with error 12, ...", "... status=12 ...", "... status=IBV_WC_LOC_PROT_ERR(4) ...": every wording of
/// NCCL 2.4 to 2.31 and of the plugins built on it. Nothing when the line speaks of no failed completion, or of success.
std::optional<facts::Completion> parse_completion(std::string_view message);

}  // namespace railhead::text
