#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "manifest/yaml/document.h"

/// How the text of a document is laid out, so that what is added looks like what is there.
namespace railhead::manifest {

struct Layout {
  std::string newline = "\n";
  std::size_t step = 2;  // columns of a mapping in a mapping
  std::size_t dash = 0;  // columns of a list's dashes in a mapping
};

Layout layout_of(std::string_view text, const Document& document);

/// Behind the end of the line that `at` is in: the start of the next one, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at);
/// The start of the line that `at` is in.
std::size_t line_start(std::string_view text, std::size_t at);

/// Where a node begins and ends with its quotes or star.
std::size_t outer_begin(const Node& node);
std::size_t outer_end(const Document& document, std::uint32_t node);

/// Where lines that come behind a block value go: the start of the line below its last one, below the empty lines that belong
/// to a block scalar which keeps them. Nodes from `old_nodes` on are not in the text yet.
std::size_t below(std::string_view text, const Document& document, std::uint32_t node, std::uint32_t old_nodes);

}  // namespace railhead::manifest
