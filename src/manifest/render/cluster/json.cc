#include "manifest/render/cluster/json.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"

namespace railhead::manifest::render {
namespace {

bool is_scalar(const Tree& value) { return value.kind == NodeKind::scalar; }

std::string scalar(const Tree& value) { return value.is_text ? in_quotes(value.text) : value.text; }

std::string pretty(const Tree& value, std::size_t indent);

std::string lines_of(std::vector<std::string> parts, const char* open, const char* close, std::size_t indent) {
  const std::string blanks(indent + 2, ' ');
  for (std::string& part : parts) part.insert(0, blanks);
  return base::format("{}\n{}\n{}{}", open, base::joined(parts, ",\n"), std::string(indent, ' '), close);
}

std::string pretty(const Tree& value, std::size_t indent) {
  if (is_scalar(value)) return scalar(value);
  if (value.kind == NodeKind::sequence && std::ranges::all_of(value.items, is_scalar)) return json_line(value);
  if (value.members.empty() && value.items.empty()) return json_line(value);
  std::vector<std::string> parts;
  parts.reserve(value.members.size() + value.items.size());
  for (const auto& [key, member] : value.members)
    parts.push_back(base::format("{}: {}", in_quotes(key), pretty(member, indent + 2)));
  for (const Tree& item : value.items) parts.push_back(pretty(item, indent + 2));
  const bool mapping = value.kind == NodeKind::mapping;
  return lines_of(std::move(parts), mapping ? "{" : "[", mapping ? "}" : "]", indent);
}

}  // namespace

std::string json_text(const Tree& value) { return pretty(value, 0) + "\n"; }

std::string json_line(const Tree& value) {
  if (is_scalar(value)) return scalar(value);
  std::vector<std::string> parts;
  parts.reserve(value.members.size() + value.items.size());
  for (const auto& [key, member] : value.members) parts.push_back(base::format("{}: {}", in_quotes(key), json_line(member)));
  for (const Tree& item : value.items) parts.push_back(json_line(item));
  const bool mapping = value.kind == NodeKind::mapping;
  return base::format("{}{}{}", mapping ? "{" : "[", base::joined(parts, ", "), mapping ? "}" : "]");
}

}  // namespace railhead::manifest::render
