#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// Where a text stops being YAML, and what was expected there, in the parser's words. Line and column count from 1. `earlier`
/// is another line that the message names: where a key stood before; 0 for none.
struct YamlError {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
  std::uint32_t earlier = 0;
};

/// The documents that are whole, and where the text went wrong if it did: what stands before that line of a broken document is
/// not among them.
struct Parsed {
  std::vector<Document> documents;
  std::vector<YamlError> errors;  // one at most
};

/// Reads a stream of YAML documents, JSON among them. Bounded: nesting of 64 levels, `most_nodes` values in all, one key of a
/// mapping at most once (the error has both lines). Scalars are kept as text.
Parsed parse_yaml(std::string_view text, std::size_t most_nodes = std::size_t{2} << 20);

}  // namespace railhead::manifest
