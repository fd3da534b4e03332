#pragma once

#include <optional>
#include <string>

namespace railhead::facts {

/// What keeps a text from being JSON, with line and column in it and in the parser's words; nothing where it is JSON. YAML that
/// looks like JSON (keys without quotes, a comma at the end of a list) is none.
std::optional<std::string> json_error(const std::string& text);

}  // namespace railhead::facts
