#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "check/run.h"

namespace railhead::report {

/// The `findings` of every command that judges, most important first.
nlohmann::ordered_json findings_json(const std::vector<check::Result>& results);

/// How many findings there are of each kind: {"errors","warnings","infos","unknown","skipped","ok"}.
nlohmann::ordered_json summary_json(const std::vector<check::Result>& results);

}  // namespace railhead::report
