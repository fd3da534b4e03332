#include "manifest/job/publish/json.h"

#include <vector>

#include "manifest/edit/words.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kColumns = 100;

std::string text_of(const Tree& tree, std::size_t indent);

/// `parts` in one line or in one each.
std::string enclosed(const std::vector<std::string>& parts, char open, char close, std::size_t indent) {
  std::size_t length = indent;
  bool lines = false;
  for (const std::string& part : parts) {
    length += part.size() + 2;
    lines = lines || part.find('\n') != std::string::npos;
  }
  lines = lines || length > kColumns;
  const std::string start = lines ? "\n" + std::string(indent + 2, ' ') : "";
  std::string text(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += lines ? "," : ", ";
    text += start;
    text += parts[i];
  }
  if (lines) text.append("\n").append(indent, ' ');
  return text + close;
}

std::string text_of(const Tree& tree, std::size_t indent) {
  if (tree.kind == NodeKind::scalar) return tree.is_text ? in_quotes(tree.text) : tree.text;
  const bool mapping = tree.kind == NodeKind::mapping;
  std::vector<std::string> parts;
  parts.reserve(tree.items.size() + tree.members.size());
  for (const Tree& item : tree.items) parts.push_back(text_of(item, indent + 2));
  for (const auto& [key, value] : tree.members) parts.push_back(in_quotes(key) + ": " + text_of(value, indent + 2));
  return enclosed(parts, mapping ? '{' : '[', mapping ? '}' : ']', indent);
}

}  // namespace

std::string json_text(const Tree& tree) { return text_of(tree, 0) + "\n"; }

}  // namespace railhead::manifest::job
