#include "manifest/edit/draft.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::uint32_t kNotShared = UINT32_MAX;
constexpr const char* kBlanks = " \t\r\n";

base::Error no_place(std::string message) {
  return {.code = base::Code::usage, .message = std::move(message), .cause = "", .suggestion = ""};
}

const char* name_of(NodeKind kind) { return kind == NodeKind::mapping ? "a mapping" : "a list"; }

}  // namespace

std::optional<std::size_t> spot_in(std::string_view text, Spot spot) {
  std::size_t end = text.size();
  if (spot == Spot::bracket) {
    end = text.rfind(']');
    if (end == std::string_view::npos) return std::nullopt;
  }
  const std::size_t last = text.substr(0, end).find_last_not_of(kBlanks);
  if (last == std::string_view::npos) return std::nullopt;
  return last + 1;
}

Draft::Draft(std::string_view text, Document document)
    : text_(text), document_(std::move(document)), old_nodes_(static_cast<std::uint32_t>(document_.nodes.size())) {
  const bool any = std::ranges::any_of(document_.nodes, [](const Node& node) { return node.kind == NodeKind::alias; });
  if (!any || document_.nodes.empty()) return;
  shared_.assign(old_nodes_, kNotShared);
  for (const Node& node : document_.nodes)
    if (node.kind == NodeKind::alias) shared_[node.first] = node.first;
  // A child stands behind its parent in the list, so that one pass hands down what is shared.
  for (std::uint32_t node = 0; node < old_nodes_; ++node) {
    if (shared_[node] == kNotShared || document_.nodes[node].kind == NodeKind::alias) continue;
    for (std::uint32_t child = document_.nodes[node].first; child != kNoNode; child = document_.nodes[child].next)
      if (shared_[child] == kNotShared) shared_[child] = shared_[node];
  }
}

base::Result<void> Draft::may_change(const Value& value, std::size_t uses) const {
  const std::uint32_t node = value.number();
  if (is_new(node) || shared_.empty() || shared_[node] == kNotShared) return {};
  // The anchor itself and each of its aliases.
  const auto is_alias = [node](const Node& one) { return one.kind == NodeKind::alias && one.first == node; };
  if (shared_[node] == node && 1 + static_cast<std::size_t>(std::ranges::count_if(document_.nodes, is_alias)) == uses)
    return {};
  const Node& anchor = document_.nodes[shared_[node]];
  return std::unexpected(base::Error{
      .code = base::Code::usage,
      .message =
          base::format("what is to be added here belongs to the anchor in line {}, which other places share", anchor.line),
      .cause = base::format("the value in line {} is used again by an alias, and would change there as well", value.line()),
      .suggestion = "Write the value out where the alias is, and run the command again."});
}

std::uint32_t Draft::add_text(std::string_view text, Style style) {
  const Node node{.kind = NodeKind::scalar,
                  .style = style,
                  .text = static_cast<std::uint32_t>(document_.texts.size()),
                  .length = static_cast<std::uint32_t>(text.size())};
  document_.texts += text;
  document_.nodes.push_back(node);
  return static_cast<std::uint32_t>(document_.nodes.size() - 1);
}

std::uint32_t Draft::last_child(std::uint32_t parent) const {
  std::uint32_t last = document_.nodes[parent].first;
  while (last != kNoNode && document_.nodes[last].next != kNoNode) last = document_.nodes[last].next;
  return last;
}

void Draft::link_last(std::uint32_t parent, std::uint32_t child) {
  const std::uint32_t last = last_child(parent);
  (last == kNoNode ? document_.nodes[parent].first : document_.nodes[last].next) = child;
}

std::uint32_t Draft::add(const Tree& tree) {
  if (tree.kind == NodeKind::scalar) return add_text(tree.text, tree.is_text ? Style::quoted : Style::plain);
  document_.nodes.push_back({.kind = tree.kind, .style = Style::block});
  const auto number = static_cast<std::uint32_t>(document_.nodes.size() - 1);
  for (const auto& [key, value] : tree.members) {
    link_last(number, add_text(key, Style::quoted));
    link_last(number, add(value));
  }
  for (const Tree& item : tree.items) link_last(number, add(item));
  return number;
}

base::Result<Value> Draft::set(const Value& mapping, std::string_view key, const Tree& value, std::size_t uses) {
  if (!mapping.is(NodeKind::mapping)) return std::unexpected(no_place(base::format("'{}' has no mapping to stand in", key)));
  const Value there = mapping.own(key);
  if (auto may = may_change(there ? there : mapping, uses); !may) return std::unexpected(may.error());
  changed_ = true;
  if (!there) {
    link_last(mapping.number(), add_text(key, Style::quoted));
    const std::uint32_t added = add(value);
    link_last(mapping.number(), added);
    return Value(document_, added);
  }
  if (there.view() || !there.is(NodeKind::scalar) || value.kind == NodeKind::scalar)
    return std::unexpected(no_place(base::format("'{}' has a value already in line {}", key, there.line())));
  const std::uint32_t added = add(value);
  Node& node = document_.nodes[there.number()];
  node.kind = value.kind;
  node.first = document_.nodes[added].first;
  node.text = node.length = 0;
  filled_[there.number()] = true;
  return Value(document_, there.number());
}

base::Result<Value> Draft::collection(const Value& mapping, std::string_view key, NodeKind kind) {
  const Value there = mapping[key];
  if (there.is(kind)) return there;
  if (there && (!there.is(NodeKind::scalar) || there.view()))
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("'{}' in line {} is not {}", key, there.line(), name_of(kind)),
                                       .cause = "",
                                       .suggestion = base::format("Make it {}, or take it out.", name_of(kind))});
  return set(mapping, key, {.kind = kind});
}

base::Result<void> Draft::append(const Value& sequence, const Tree& item) {
  if (auto may = may_change(sequence); !may) return may;
  changed_ = true;
  link_last(sequence.number(), add(item));
  return {};
}

base::Result<void> Draft::prepend(const Value& sequence, const std::vector<Tree>& items) {
  if (auto may = may_change(sequence); !may) return may;
  changed_ = true;
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    const std::uint32_t added = add(*item);
    document_.nodes[added].next = document_.nodes[sequence.number()].first;
    document_.nodes[sequence.number()].first = added;
  }
  return {};
}

void Draft::rewrite(const Value& scalar, std::string_view text) {
  Node& node = document_.nodes[scalar.number()];
  node.text = static_cast<std::uint32_t>(document_.texts.size());
  node.length = static_cast<std::uint32_t>(text.size());
  document_.texts += text;
}

base::Result<void> Draft::extend(const Value& scalar, std::string_view addition, Spot spot) {
  if (auto may = may_change(scalar); !may) return may;
  std::string text = scalar.text().value_or("");
  const auto at = spot_in(text, spot);
  if (!at) return std::unexpected(no_place(base::format("the text in line {} has no place for '{}'", scalar.line(), addition)));
  text.insert(*at, addition);
  rewrite(scalar, text);
  if (!is_new(scalar.number())) extensions_[scalar.number()].push_back({std::string(addition), spot});
  changed_ = true;
  return {};
}

}  // namespace railhead::manifest
