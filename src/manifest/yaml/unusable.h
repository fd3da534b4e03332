#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {

/// Where a document comes from: its file, and its first line there.
struct DocumentPlace {
  std::string file = {};
  std::uint64_t line = 1;
};

/// The message of an error with lines that count in the file: the parser counts them in the document.
std::string message_in_file(const YamlError& error, std::uint64_t first_line);

/// Why the text of a document is no manifest that can be changed: it is not YAML, or a template. The error has file, line and
/// column.
std::optional<base::Error> unusable(std::string_view text, const Parsed& parsed, const DocumentPlace& place);

}  // namespace railhead::manifest
