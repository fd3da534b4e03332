#include "manifest/edit/written.h"

#include "manifest/edit/words.h"

namespace railhead::manifest {
namespace {

bool is_long(const Document& document, std::uint32_t node) {
  return document.nodes[node].kind != NodeKind::scalar && document.nodes[node].first != kNoNode;
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

/// The members of a mapping, each from its own line on.
std::string members(const Document& document, std::uint32_t mapping, std::size_t indent, const Layout& layout) {
  std::string text;
  for (std::uint32_t key = document.nodes[mapping].first; key != kNoNode; key = document.nodes[document.nodes[key].next].next)
    text += written_member(document, key, indent, layout);
  return text;
}

std::string items(const Document& document, std::uint32_t sequence, std::size_t indent, const Layout& layout) {
  std::string text;
  for (std::uint32_t item = document.nodes[sequence].first; item != kNoNode; item = document.nodes[item].next)
    text += written_item(document, item, indent, layout);
  return text;
}

}  // namespace

std::string written_word(const Document& document, std::uint32_t node, Quotes quotes) {
  const std::string_view text = document.text(document.nodes[node]);
  if (is_plain(document.nodes[node])) return std::string(text);
  return quotes == Quotes::where_needed && is_plain_word(text) ? std::string(text) : in_quotes(text);
}

// The depth is that of what the program itself adds.
std::string written_flow(const Document& document, std::uint32_t node, Quotes quotes) {
  const Node& value = document.nodes[node];
  if (value.kind == NodeKind::scalar) return written_word(document, node, quotes);
  const bool mapping = value.kind == NodeKind::mapping;
  std::string text = mapping ? "{" : "[";
  for (std::uint32_t child = value.first; child != kNoNode; child = document.nodes[child].next) {
    if (child != value.first) text += ", ";
    if (mapping) {
      text += written_word(document, child, quotes) + ": ";
      child = document.nodes[child].next;
    }
    text += written_flow(document, child, quotes);
  }
  return text + (mapping ? "}" : "]");
}

std::string written_member(const Document& document, std::uint32_t key, std::size_t indent, const Layout& layout) {
  const std::uint32_t value = document.nodes[key].next;
  const std::string start = blanks(indent) + written_word(document, key, Quotes::where_needed) + ":";
  if (!is_long(document, value)) return start + " " + written_flow(document, value, Quotes::where_needed) + layout.newline;
  if (document.nodes[value].kind == NodeKind::mapping)
    return start + layout.newline + members(document, value, indent + layout.step, layout);
  return start + layout.newline + items(document, value, indent + layout.dash, layout);
}

std::string written_item(const Document& document, std::uint32_t item, std::size_t indent, const Layout& layout) {
  const std::string start = blanks(indent) + "- ";
  if (document.nodes[item].kind == NodeKind::scalar && !is_plain(document.nodes[item]))
    if (const auto block = in_block(document.text(document.nodes[item]), indent + kBlockStep, layout.newline))
      return start + *block;
  if (!is_long(document, item) || document.nodes[item].kind == NodeKind::sequence)
    return start + written_flow(document, item, Quotes::where_needed) + layout.newline;
  std::string text = members(document, item, indent + 2, layout);
  return text.replace(0, indent + 2, start);
}

}  // namespace railhead::manifest
