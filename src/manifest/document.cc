#include "manifest/document.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::manifest {
namespace {

bool among(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Value Value::operator[](std::string_view key) const {
  if (!is(NodeKind::mapping)) return {};
  const std::vector<std::uint32_t>& children = node().children;
  Value merged;
  for (std::size_t i = 0; i + 1 < children.size(); i += 2) {
    const Node& name = document_->nodes[children[i]];
    if (name.kind != NodeKind::scalar) continue;
    if (name.text == key) return at(children[i + 1]);
    if (name.plain && name.text == "<<") merged = at(children[i + 1]);
  }
  // One step only: a merge that merges in turn could go round in circles.
  if (!merged.is(NodeKind::mapping)) return {};
  const std::vector<std::uint32_t>& others = merged.node().children;
  for (std::size_t i = 0; i + 1 < others.size(); i += 2)
    if (document_->nodes[others[i]].text == key) return at(others[i + 1]);
  return {};
}

std::vector<std::pair<Value, Value>> Value::members() const {
  std::vector<std::pair<Value, Value>> found;
  if (!is(NodeKind::mapping)) return found;
  const std::vector<std::uint32_t>& children = node().children;
  for (std::size_t i = 0; i + 1 < children.size(); i += 2) found.emplace_back(at(children[i]), at(children[i + 1]));
  return found;
}

std::vector<Value> Value::items() const {
  std::vector<Value> found;
  if (!is(NodeKind::sequence)) return found;
  for (const std::uint32_t child : node().children) found.push_back(at(child));
  return found;
}

std::optional<std::string> Value::text() const {
  if (!is(NodeKind::scalar)) return std::nullopt;
  const Node& self = node();
  if (self.plain && (self.text.empty() || among({"~", "null", "Null", "NULL"}, self.text))) return std::nullopt;
  return self.text;
}

std::optional<std::int64_t> Value::integer() const {
  const auto text = this->text();
  return text ? base::signed_number(*text) : std::nullopt;
}

std::optional<bool> Value::boolean() const {
  const auto text = this->text();
  if (!text || text->size() > 5) return std::nullopt;
  const std::string low = base::lowered(*text);
  if (among({"true", "yes", "on"}, low)) return true;
  if (among({"false", "no", "off"}, low)) return false;
  return std::nullopt;
}

}  // namespace railhead::manifest
