#include "manifest/yaml/document.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::manifest {
namespace {

bool among(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// `merged` becomes the value of a merge key that was seen on the way.
Value Value::member(std::string_view key, Value& merged) const {
  if (!is(NodeKind::mapping)) return {};
  for (std::uint32_t name = node().first; name != kNoNode;) {
    const Node& key_node = document_->nodes[document_->resolved(name)];
    const std::uint32_t value = document_->nodes[name].next;
    if (key_node.kind == NodeKind::scalar) {
      const std::string_view text = document_->text(key_node);
      if (text == key) return at(value);
      if (is_plain(key_node) && text == "<<") merged = at(value);
    }
    name = document_->nodes[value].next;
  }
  return {};
}

Value Value::own(std::string_view key) const {
  Value merged;
  return member(key, merged);
}

Value Value::operator[](std::string_view key) const {
  Value merged;
  if (const Value found = member(key, merged)) return found;
  // One step only: a merge that merges in turn could go round in circles.
  return merged.own(key);
}

std::vector<std::pair<Value, Value>> Value::members() const {
  std::vector<std::pair<Value, Value>> found;
  if (!is(NodeKind::mapping)) return found;
  for (std::uint32_t name = node().first; name != kNoNode;) {
    const std::uint32_t value = document_->nodes[name].next;
    found.emplace_back(at(name), at(value));
    name = document_->nodes[value].next;
  }
  return found;
}

std::vector<Value> Value::items() const {
  std::vector<Value> found;
  if (!is(NodeKind::sequence)) return found;
  for (std::uint32_t item = node().first; item != kNoNode; item = document_->nodes[item].next) found.push_back(at(item));
  return found;
}

std::optional<std::string_view> Value::view() const {
  if (!is(NodeKind::scalar)) return std::nullopt;
  const std::string_view text = document_->text(node());
  if (is_plain(node()) && (text.empty() || among({"~", "null", "Null", "NULL"}, text))) return std::nullopt;
  return text;
}

std::optional<std::string> Value::text() const {
  const auto text = view();
  return text ? std::optional(std::string(*text)) : std::nullopt;
}

std::optional<std::int64_t> Value::integer() const {
  const auto text = view();
  return text ? base::signed_number(*text) : std::nullopt;
}

std::optional<bool> Value::boolean() const {
  const auto text = view();
  if (!text || text->size() > 5) return std::nullopt;
  const std::string low = base::lowered(*text);
  if (among({"true", "yes", "on"}, low)) return true;
  if (among({"false", "no", "off"}, low)) return false;
  return std::nullopt;
}

}  // namespace railhead::manifest
