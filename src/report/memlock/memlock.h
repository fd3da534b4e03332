#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "memlock/size.h"
#include "memlock/ways.h"
#include "report/style.h"

namespace railhead::report {

/// Bytes, "unlimited", or null where it is not known.
nlohmann::ordered_json allowance_json(const std::optional<memlock::Allowance>& allowance);

/// `memlock explain`: the answer in one sentence, what the process can pin, the ways as a table of at most 100 columns, the
/// snippets of those that work, and what is often said and wrong.
std::string explain_text(const memlock::Situation& situation, const memlock::Answer& answer, const Style& style);
std::string explain_json(const memlock::Situation& situation, const memlock::Answer& answer, const std::string& version);

/// `memlock size`: the arithmetic line by line, and what is left for it. `model` is of the process that asks.
std::string size_text(const memlock::Job& job, const memlock::Size& size, const memlock::Model& model, const Style& style);
std::string size_json(const memlock::Size& size, const memlock::Model& model, const std::string& version);

}  // namespace railhead::report
