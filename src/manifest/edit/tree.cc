#include "manifest/edit/tree.h"

namespace railhead::manifest {

Tree word(std::string text) { return {.text = std::move(text)}; }

Tree number(std::uint64_t number) { return {.text = std::to_string(number), .is_text = false}; }

Tree truth(bool value) { return {.text = value ? "true" : "false", .is_text = false}; }

Tree mapping(std::vector<std::pair<std::string, Tree>> members) {
  return {.kind = NodeKind::mapping, .members = std::move(members)};
}

Tree sequence(std::vector<Tree> items) { return {.kind = NodeKind::sequence, .items = std::move(items)}; }

Tree words(const std::vector<std::string>& texts) {
  std::vector<Tree> items;
  items.reserve(texts.size());
  for (const std::string& text : texts) items.push_back(word(text));
  return sequence(std::move(items));
}

}  // namespace railhead::manifest
