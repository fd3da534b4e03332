#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace railhead::memlock::node {

/// An array of strings in a TOML file, and the line its key stands on.
struct TomlList {
  std::vector<std::string> values;
  std::size_t line = 0;
};

/// The array at `key` ("crio.runtime.default_ulimits"), whether written below a table, dotted or quoted; nothing where there is
/// none. Other values are stepped over, not judged. Errors name file and line: a value of another kind, a text that ends too
/// early, a key set twice, and an inline table on the way, which this reader does not enter. Source: toml.io, version 1.0.
base::Result<std::optional<TomlList>> toml_string_list(std::string_view text, std::string_view key, const std::string& file);

/// `text` as a basic string of TOML, with its quotes.
std::string toml_string(std::string_view text);

}  // namespace railhead::memlock::node
