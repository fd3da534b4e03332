#pragma once

#include <string>
#include <string_view>

namespace railhead::report {

/// The JSON Schema of a command's output, from src/report/schema/<command>.json; empty when there is none.
std::string_view schema_of(std::string_view command);

/// "checks, doctor"
std::string schema_names();

}  // namespace railhead::report
