#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Documents of YAML and JSON as trees in which every value keeps its place.
namespace railhead::manifest {

enum class NodeKind : std::uint8_t { scalar, sequence, mapping, alias };

/// Stands for "no node": the root is nobody's child.
constexpr std::uint32_t kNoNode = 0;

/// How a scalar or a collection is written.
enum class Style : std::uint8_t {
  plain,   // a scalar without quotes
  single,  // '...'
  quoted,  // "..."
  block,   // | or >, or a collection by its indentation
  flow,    // a collection in braces or brackets
};

/// A value and its place. `first` is the first child, `next` the next one of the same parent: a mapping's children are key,
/// value, key, value. An alias's `first` is the node that it names, so that nothing is copied and a chain of aliases costs no
/// more than its text. Lines and columns count from 1; `begin` and `end` are bytes of the text that was parsed, `end` is behind
/// the value's last byte. A scalar's are inside of its quotes, an alias's behind its star; a block scalar's are those of its
/// whole lines, with empty ones behind it. `text` is a place in Document::texts.
struct Node {
  NodeKind kind = NodeKind::scalar;
  Style style = Style::plain;
  bool anchored = false;  // it has an anchor
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t first = kNoNode;
  std::uint32_t next = kNoNode;
  std::uint32_t text = 0;
  std::uint32_t length = 0;
};

struct Document {
  std::vector<Node> nodes = {};  // the first is the root; none in an empty document
  std::string texts = {};        // of all scalars, one behind the other

  std::string_view text(const Node& node) const { return std::string_view(texts).substr(node.text, node.length); }
  /// The number of the node that an alias names, any other node's own.
  std::uint32_t resolved(std::uint32_t node) const { return nodes[node].kind == NodeKind::alias ? nodes[node].first : node; }
};

/// A plain scalar, which YAML may take for a number, a boolean or nothing.
inline bool is_plain(const Node& node) { return node.kind == NodeKind::scalar && node.style == Style::plain; }
inline bool is_flow(const Node& node) { return node.style == Style::flow; }

/// A node, or none: asking for what is not there gives none again, so that a path can be written in one line. An alias is the
/// value that it names. Lives as long as its document.
class Value {
 public:
  Value() = default;
  explicit Value(const Document& document) : Value(document, 0) {}
  Value(const Document& document, std::uint32_t node)
      : document_(document.nodes.empty() ? nullptr : &document), node_(document_ ? document.resolved(node) : 0) {}

  explicit operator bool() const { return document_ != nullptr; }
  bool is(NodeKind kind) const { return document_ != nullptr && node().kind == kind; }
  /// A scalar without quotes.
  bool plain() const { return document_ != nullptr && is_plain(node()); }
  std::uint32_t line() const { return document_ ? node().line : 0; }
  std::uint32_t column() const { return document_ ? node().column : 0; }
  /// Its number in Document::nodes. Only of a value that is there.
  std::uint32_t number() const { return node_; }

  /// The value of a key of a mapping, with those of a merge key ("<<") behind its own. Of a key that is there twice the first.
  Value operator[](std::string_view key) const;
  /// The same without merge keys.
  Value own(std::string_view key) const;
  /// A mapping's keys with their values.
  std::vector<std::pair<Value, Value>> members() const;
  /// A sequence's items.
  std::vector<Value> items() const;

  /// The text of a scalar; nothing for other nodes and for an empty plain one, null or ~.
  std::optional<std::string> text() const;
  /// The same without a copy.
  std::optional<std::string_view> view() const;
  std::optional<std::int64_t> integer() const;
  /// true and false as YAML 1.1 writes them, since that is what kubectl reads: yes, no, on, off as well; quoted too.
  std::optional<bool> boolean() const;

 private:
  const Node& node() const { return document_->nodes[node_]; }
  Value at(std::uint32_t number) const { return {*document_, number}; }
  Value member(std::string_view key, Value& merged) const;

  const Document* document_ = nullptr;
  std::uint32_t node_ = 0;
};

}  // namespace railhead::manifest
