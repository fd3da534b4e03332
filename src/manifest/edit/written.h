#pragma once

#include <cstdint>
#include <string>

#include "manifest/edit/layout.h"
#include "manifest/yaml/document.h"

/// Values of a draft that are not in its text yet, as text.
namespace railhead::manifest {

/// How a collection in braces writes its keys and words.
enum class Quotes : std::uint8_t { where_needed, always };

/// In one line: {a: 1, b: [c]}; with `always` it is JSON.
std::string written_flow(const Document& document, std::uint32_t node, Quotes quotes);
std::string written_word(const Document& document, std::uint32_t node, Quotes quotes);

/// Lines of a member of a block mapping, or of an item of a block sequence, each with `indent` blanks in front and the newline
/// behind it.
std::string written_member(const Document& document, std::uint32_t key, std::size_t indent, const Layout& layout);
std::string written_item(const Document& document, std::uint32_t item, std::size_t indent, const Layout& layout);

}  // namespace railhead::manifest
