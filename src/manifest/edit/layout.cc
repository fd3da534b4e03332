#include "manifest/edit/layout.h"

#include <algorithm>
#include <optional>

namespace railhead::manifest {
namespace {

/// The column of the first key or dash of a block collection.
std::optional<std::size_t> column_of(const Document& document, const Node& node) {
  if (node.kind == NodeKind::sequence) return node.column;
  if (node.first == kNoNode) return std::nullopt;
  const Node& key = document.nodes[node.first];
  return key.column - (key.begin - outer_begin(key));
}

bool is_block_collection(const Node& node) {
  return (node.kind == NodeKind::mapping || node.kind == NodeKind::sequence) && node.style == Style::block;
}

/// The header of the block scalar that begins at `begin` has a plus: its empty lines belong to it.
bool keeps_empty_lines(std::string_view text, std::size_t begin) {
  if (begin == 0) return false;
  const std::size_t start = line_start(text, begin - 1);
  const std::string_view header = text.substr(start, begin - 1 - start);
  const std::size_t mark = header.find_last_of("|>");
  if (mark == std::string_view::npos) return false;
  return header.substr(mark, 3).find('+') != std::string_view::npos;
}

/// The value that ends last in a block collection: its last child, and so on down.
std::uint32_t last_leaf(const Document& document, std::uint32_t node, std::uint32_t old_nodes) {
  while (is_block_collection(document.nodes[node])) {
    std::uint32_t last = kNoNode;
    for (std::uint32_t child = document.nodes[node].first; child != kNoNode; child = document.nodes[child].next)
      if (child < old_nodes) last = child;
    if (last == kNoNode) return node;
    node = last;
  }
  return node;
}

}  // namespace

std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::size_t line_start(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t outer_begin(const Node& node) {
  const bool marked = node.style == Style::single || node.style == Style::quoted || node.kind == NodeKind::alias;
  return node.begin - (marked ? 1 : 0);
}

std::size_t outer_end(const Document& document, std::uint32_t node) {
  const Node& value = document.nodes[node];
  return value.end + (value.style == Style::single || value.style == Style::quoted ? 1U : 0U);
}

std::size_t below(std::string_view text, const Document& document, std::uint32_t node, std::uint32_t old_nodes) {
  const std::uint32_t leaf = last_leaf(document, node, old_nodes);
  const Node& value = document.nodes[leaf];
  if (value.kind != NodeKind::scalar || value.style != Style::block) {
    const std::size_t end = outer_end(document, leaf);
    return next_line(text, end);
  }
  if (keeps_empty_lines(text, value.begin)) return value.end;
  const std::size_t last = text.substr(value.begin, value.end - value.begin).find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? value.begin : next_line(text, value.begin + last);
}

Layout layout_of(std::string_view text, const Document& document) {
  Layout layout;
  const std::size_t end = text.find('\n');
  if (end != std::string_view::npos && end > 0 && text[end - 1] == '\r') layout.newline = "\r\n";
  bool step = false;
  bool dash = false;
  for (const Node& parent : document.nodes) {
    if (step && dash) break;
    if (parent.kind != NodeKind::mapping || parent.style != Style::block || parent.begin == parent.end) continue;
    const std::size_t column = *column_of(document, parent);
    for (std::uint32_t key = parent.first; key != kNoNode; key = document.nodes[document.nodes[key].next].next) {
      const Node& value = document.nodes[document.nodes[key].next];
      if (!is_block_collection(value) || value.begin == value.end) continue;
      const std::optional<std::size_t> inner = column_of(document, value);
      if (!inner || *inner < column) continue;
      const bool list = value.kind == NodeKind::sequence;
      if (list && !dash) layout.dash = *inner - column;
      if (!list && !step && *inner > column) layout.step = *inner - column;
      (list ? dash : step) = true;
    }
  }
  layout.step = std::min<std::size_t>(layout.step, 8);
  layout.dash = std::min<std::size_t>(layout.dash, 8);
  return layout;
}

}  // namespace railhead::manifest
