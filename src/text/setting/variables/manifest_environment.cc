#include <optional>
#include <string>

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

/// A pair in braces on one line: "- {name: NCCL_DEBUG, value: INFO}".
std::optional<facts::Variable> pair_in(std::string_view line, const std::string& place) {
  const std::size_t open = line.find('{');
  const std::size_t close = line.rfind('}');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const std::string_view inside = line.substr(open + 1, close - open - 1);
  const auto name = value_of(base::trimmed(inside), "name");
  const std::size_t comma = name ? name->find(',') : std::string_view::npos;
  if (comma == std::string_view::npos) return std::nullopt;
  const auto value = value_of(base::trimmed(name->substr(comma + 1)), "value");
  if (!value) return std::nullopt;
  return facts::Variable{scalar(name->substr(0, comma)), scalar(*value), place};
}

std::string name_in(std::string_view line) {
  const auto name = value_of(line, "name");
  return name && name->size() < 300 ? scalar(*name) : std::string();
}

bool shows(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  if (line.find("name") == std::string_view::npos) return false;
  if (const auto pair = pair_in(line, {})) return is_told(pair->name);
  return is_told(name_in(line));
}

bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return value_of(line, "name") || value_of(line, "value") || value_of(line, "valueFrom") || pair_in(line, {}).has_value();
}

void read(const Block& block, facts::Machine& machine) {
  std::vector<facts::Variable> found;
  std::string name;
  for (const Line& line : block.lines) {
    const std::string_view text = base::trimmed(line.text);
    if (auto pair = pair_in(text, block.place(line))) {
      found.push_back(std::move(*pair));
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
