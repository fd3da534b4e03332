#include "memlock/node/systemd.h"

#include "base/format.h"
#include "base/text.h"
#include "memlock/node/limit_text.h"

namespace railhead::memlock::node {
namespace {

/// One assignment of a unit file; `line` is where it begins.
struct Assignment {
  std::string section;
  std::string key;
  std::string value;
  std::size_t line = 0;
};

/// Lines joined at a trailing backslash; comments between continued lines are passed over, as systemd does.
std::vector<Assignment> assignments(const std::string& text) {
  std::vector<Assignment> result;
  std::string section;
  std::string whole;
  std::size_t number = 0;
  std::size_t start = 0;
  for (std::string_view raw : base::lines(text)) {
    ++number;
    const std::string_view line = base::trimmed(raw);
    if (line.starts_with('#') || line.starts_with(';')) continue;
    if (whole.empty()) start = number;
    const bool more = line.ends_with('\\');
    whole += more ? std::string(line.substr(0, line.size() - 1)) + " " : std::string(line);
    if (more) continue;
    if (whole.starts_with('[') && whole.ends_with(']')) section = whole.substr(1, whole.size() - 2);
    const std::size_t equals = whole.find('=');
    if (equals != std::string::npos && !whole.starts_with('['))
      result.push_back({.section = section,
                        .key = std::string(base::trimmed(std::string_view(whole).substr(0, equals))),
                        .value = std::string(base::trimmed(std::string_view(whole).substr(equals + 1))),
                        .line = start});
    whole.clear();
  }
  return result;
}

}  // namespace

std::string unit_drop_in_path(const std::string& service) {
  return base::format("/etc/systemd/system/{}.service.d/99-railhead-memlock.conf", service);
}

std::vector<Setting> unit_settings(const std::vector<File>& files) {
  std::vector<Setting> settings;
  for (const File& file : files)
    for (const Assignment& found : assignments(file.text)) {
      if (found.section != "Service" || found.key != "LimitMEMLOCK") continue;
      if (found.value.empty()) {
        settings.clear();
        continue;
      }
      settings.push_back({.path = file.path,
                          .line = found.line,
                          .said = "LimitMEMLOCK=" + found.value,
                          .limit = parse_unit_limit(found.value)});
    }
  return settings;
}

std::vector<Setting> understood(std::vector<Setting> settings) {
  std::erase_if(settings, [](const Setting& setting) { return !setting.limit; });
  return settings;
}

std::string unit_drop_in(const Allowance& value) {
  return base::format("# Locked memory of containers; written by 'railhead node memlock'.\n[Service]\nLimitMEMLOCK={}\n",
                      unit_limit(value));
}

std::string unit_line_with(const std::vector<File>& files, const std::string& option) {
  for (const File& file : files)
    for (const Assignment& found : assignments(file.text))
      if ((found.key == "ExecStart" || found.key == "Environment") && found.value.find(option) != std::string::npos)
        return base::format("{}:{}", file.path, found.line);
  return "";
}

}  // namespace railhead::memlock::node
