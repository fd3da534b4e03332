#include "facts/nccl_conf.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "facts/kept_variables.h"

namespace railhead::facts {
namespace {

constexpr std::size_t kLongest = 1023;  // the buffers of NCCL hold 1024 bytes

std::string_view up_to_nul(std::string_view line) { return line.substr(0, line.find('\0')); }

/// One line off the front of `text`, without its newline.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

ConfText parse_nccl_conf(std::string_view text) {
  ConfText conf;
  for (unsigned number = 1; !text.empty(); ++number) {
    std::string_view line = up_to_nul(take_line(text));
    const bool carriage_return = line.ends_with('\r');
    if (carriage_return) line.remove_suffix(1);
    const std::size_t equals = line.find('=');
    // setenv(3) refuses an empty name.
    if (line.starts_with('#') || equals == std::string_view::npos || equals == 0) continue;
    conf.settings.push_back({.line = number,
                             .name = std::string(line.substr(0, std::min(equals, kLongest))),
                             .value = std::string(line.substr(equals + 1, kLongest))});
    conf.carriage_returns = conf.carriage_returns || carriage_return;
  }
  return conf;
}

std::string meant_name(std::string_view name) {
  constexpr std::string_view kExport = "export";
  name = base::trimmed(name);
  if (name.starts_with(kExport) && name.size() > kExport.size() &&
      (name[kExport.size()] == ' ' || name[kExport.size()] == '\t'))
    name = base::trimmed(name.substr(kExport.size()));
  std::string meant(name);
  std::ranges::transform(meant, meant.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return meant;
}

ConfText kept_settings(std::string_view text) {
  ConfText conf = parse_nccl_conf(text);
  // Made printable first: what a snapshot holds must be kept again.
  for (ConfSetting& setting : conf.settings) setting.name = base::printable(setting.name);
  std::erase_if(conf.settings, [](const ConfSetting& setting) { return !is_job_variable(meant_name(setting.name)); });
  if (conf.settings.empty()) conf.carriage_returns = false;
  for (ConfSetting& setting : conf.settings) setting.value = kept_value(meant_name(setting.name), setting.value);
  return conf;
}

std::string kept_conf_text(std::string_view text) {
  const ConfText conf = kept_settings(text);
  std::string result;
  unsigned number = 1;
  for (const ConfSetting& setting : conf.settings) {
    for (; number < setting.line; ++number) result += '\n';
    result += setting.name + '=' + setting.value + (conf.carriage_returns ? "\r\n" : "\n");
    ++number;
  }
  return result;
}

}  // namespace railhead::facts
