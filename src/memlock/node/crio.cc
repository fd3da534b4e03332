#include "memlock/node/crio.h"

#include "base/format.h"
#include "base/text.h"
#include "memlock/node/limit_text.h"
#include "memlock/node/toml.h"

namespace railhead::memlock::node {

base::Result<std::vector<DefaultUlimits>> default_ulimits(const std::vector<File>& files) {
  std::vector<DefaultUlimits> lists;
  for (const File& file : files) {
    base::Result<std::optional<TomlList>> list = toml_string_list(file.text, "crio.runtime.default_ulimits", file.path);
    if (!list) return std::unexpected(list.error());
    if (*list) lists.push_back({.path = file.path, .line = (*list)->line, .entries = std::move((*list)->values)});
  }
  return lists;
}

base::Result<std::vector<Setting>> crio_settings(const std::vector<File>& files) {
  const base::Result<std::vector<DefaultUlimits>> lists = default_ulimits(files);
  if (!lists) return std::unexpected(lists.error());
  std::vector<Setting> settings;
  for (const DefaultUlimits& list : *lists) {
    Setting setting{.path = list.path, .line = list.line, .said = "default_ulimits without memlock"};
    for (const std::string& entry : list.entries)
      if (entry.starts_with("memlock=")) {
        setting.said = entry;
        setting.limit = parse_ulimit(entry);
      }
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::string crio_drop_in(const Allowance& value, const std::vector<std::string>& kept, const std::string& kept_from) {
  std::string text = "# Locked memory of containers; written by 'railhead node memlock'.\n";
  if (!kept_from.empty() && !kept.empty())
    text += base::format("# This list replaces the one of {}, whose other entries are kept.\n", base::one_line(kept_from));
  std::vector<std::string> entries;
  entries.reserve(kept.size() + 1);
  for (const std::string& entry : kept) entries.push_back(toml_string(entry));
  entries.push_back(toml_string(ulimit_entry(value)));
  return text + base::format("[crio.runtime]\ndefault_ulimits = [{}]\n", base::joined(entries, ", "));
}

}  // namespace railhead::memlock::node
