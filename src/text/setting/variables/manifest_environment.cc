#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/variables.h"

// A container's environment, in YAML ("- name: NCCL_DEBUG" and "value: INFO", on two lines or in braces on one) or in JSON. A
// value from a field or a secret is not in the text, so its variable is not there.
namespace railhead::text::setting {
namespace {

/// What follows `key` and its colon at the beginning of `line`, the key quoted or not; without a comma at the end.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
  while (line.starts_with("- ") || line.starts_with('{')) line = base::trimmed(line.substr(1));
  const bool quoted = line.starts_with('"');
  if (quoted) line.remove_prefix(1);
  if (!line.starts_with(key)) return std::nullopt;
  line.remove_prefix(key.size());
  if (quoted && line.starts_with('"')) line.remove_prefix(1);
  if (!line.starts_with(':')) return std::nullopt;
  line = base::trimmed(line.substr(1));
  if (line.ends_with(',') && quoted) line.remove_suffix(1);
  return line;
}

/// The text of a scalar: quotes around it and a comment behind it are not part of it.
std::string scalar(std::string_view text) {
  text = base::trimmed(text);
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'')) {
    const std::size_t close = text.find(text[0], 1);
    return std::string(text.substr(1, close == std::string_view::npos ? close : close - 1));
  }
  return std::string(base::trimmed(text.substr(0, text.find(" #"))));
}

/// "name: NCCL_DEBUG, value: INFO", what stands in braces.
std::optional<facts::Variable> pair_of(std::string_view inside, const std::string& place) {
  const auto name = value_of(base::trimmed(inside), "name");
  const std::size_t comma = name ? name->find(',') : std::string_view::npos;
  if (comma == std::string_view::npos) return std::nullopt;
  const auto value = value_of(base::trimmed(name->substr(comma + 1)), "value");
  if (!value) return std::nullopt;
  return facts::Variable{scalar(name->substr(0, comma)), scalar(*value), place};
}

/// Where the braces of a pair close, when another pair follows on the line: "}, {". The end of `text` where none does.
std::size_t end_of_pair(std::string_view text) {
  for (std::size_t close = text.find('}'); close != std::string_view::npos; close = text.find('}', close + 1)) {
    const std::size_t comma = text.find_first_not_of(" \t", close + 1);
    if (comma == std::string_view::npos || text[comma] != ',') continue;
    const std::size_t next = text.find_first_not_of(" \t", comma + 1);
    if (next != std::string_view::npos && text[next] == '{') return close;
  }
  return text.size();
}

/// Pairs in braces on one line: "- {name: NCCL_DEBUG, value: INFO}", or a list of them.
std::vector<facts::Variable> pairs_in(std::string_view line, const std::string& place) {
  std::vector<facts::Variable> pairs;
  const std::size_t open = line.find('{');
  const std::size_t close = line.rfind('}');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return pairs;
  std::string_view inside = line.substr(open + 1, close - open - 1);
  while (true) {
    const std::size_t end = end_of_pair(inside);
    if (auto pair = pair_of(inside.substr(0, end), place)) pairs.push_back(std::move(*pair));
    if (end == inside.size()) return pairs;
    inside.remove_prefix(inside.find('{', end) + 1);
  }
}

std::string name_in(std::string_view line) {
  const auto name = value_of(line, "name");
  return name && name->size() < 300 ? scalar(*name) : std::string();
}

bool shows(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  if (line.find("name") == std::string_view::npos) return false;
  if (const auto pairs = pairs_in(line, {}); !pairs.empty())
    return std::ranges::any_of(pairs, [](const facts::Variable& pair) { return is_told(pair.name); });
  return is_told(name_in(line));
}

bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return value_of(line, "name") || value_of(line, "value") || value_of(line, "valueFrom") || !pairs_in(line, {}).empty();
}

void read(const Block& block, facts::Machine& machine) {
  std::vector<facts::Variable> found;
  std::string name;
  for (const Line& line : block.lines) {
    const std::string_view text = base::trimmed(line.text);
    if (auto pairs = pairs_in(text, block.place(line)); !pairs.empty()) {
      std::ranges::move(pairs, std::back_inserter(found));
      name.clear();
    } else if (const auto value = value_of(text, "value"); value && is_told(name)) {
      found.push_back({name, scalar(*value), block.place(line)});
      name.clear();
    } else {
      name = name_in(text);
    }
  }
  add_variables(found, machine);
}

}  // namespace

Kind manifest_environment() { return {.name = "manifest-environment", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
