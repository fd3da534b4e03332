#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Documents of YAML and JSON as trees in which every value keeps its place.
namespace railhead::manifest {

enum class NodeKind : std::uint8_t { scalar, sequence, mapping };

/// `children` of a mapping are key, value, key, value; of a sequence its items: numbers in Document::nodes. An alias is the
/// number of the node it names, so that nothing is copied and a chain of aliases costs no more than its text. `plain`: a scalar
/// without quotes, which YAML may take for a number, a boolean or nothing. Lines and columns count from 1.
struct Node {
  NodeKind kind = NodeKind::scalar;
  bool plain = false;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text = {};
  std::vector<std::uint32_t> children = {};
};

struct Document {
  std::vector<Node> nodes;  // the first is the root; none in an empty document
};

/// A node, or none: asking for what is not there gives none again, so that a path can be written in one line. Lives as long as
/// its document.
class Value {
 public:
  Value() = default;
  explicit Value(const Document& document) : document_(document.nodes.empty() ? nullptr : &document) {}
  Value(const Document& document, std::uint32_t node) : document_(&document), node_(node) {}

  explicit operator bool() const { return document_ != nullptr; }
  bool is(NodeKind kind) const { return document_ != nullptr && node().kind == kind; }
  std::uint32_t line() const { return document_ ? node().line : 0; }

  /// The value of a key of a mapping, with those of a merge key ("<<") behind its own. Of a key that is there twice the first.
  Value operator[](std::string_view key) const;
  /// A mapping's keys with their values.
  std::vector<std::pair<Value, Value>> members() const;
  /// A sequence's items.
  std::vector<Value> items() const;

  /// The text of a scalar; nothing for other nodes and for an empty plain one, null or ~.
  std::optional<std::string> text() const;
  std::optional<std::int64_t> integer() const;
  /// true and false as YAML 1.1 writes them, since that is what kubectl reads: yes, no, on, off as well; quoted too.
  std::optional<bool> boolean() const;

 private:
  const Node& node() const { return document_->nodes[node_]; }
  Value at(std::uint32_t number) const { return {*document_, number}; }

  const Document* document_ = nullptr;
  std::uint32_t node_ = 0;
};

}  // namespace railhead::manifest
