#include "text/setting/variables/variables.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "facts/kept_variables.h"
#include "text/setting/variables/allocated.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kMostVariables = 2048;
constexpr std::size_t kLongestValue = std::size_t{64} << 10U;
constexpr std::ptrdiff_t kMostEquals = 64;  // kept_value() looks behind each for a secret

bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

bool less_by_name(const facts::Variable& a, const facts::Variable& b) { return a.name < b.name; }

/// Where a text is an nccl.conf, its path is the file of the source.
bool is_of_conf(const facts::Environment& environment, const facts::Variable& variable) {
  return std::ranges::any_of(environment.conf_files,
                             [&](const facts::ConfFile& file) { return variable.source.starts_with(file.path + ':'); });
}

/// Where `variable` goes in the sorted `all`; nothing where its value is there.
std::optional<std::size_t> place_of(const facts::Variable& variable, const std::vector<facts::Variable>& all,
                                    const facts::Environment& environment) {
  const auto [begin, end] = std::equal_range(all.begin(), all.end(), variable, less_by_name);
  if (std::any_of(begin, end, [&](const facts::Variable& other) { return other.value == variable.value; })) return std::nullopt;
  auto at = end;
  if (!is_of_conf(environment, variable))
    at = std::find_if(begin, end, [&](const facts::Variable& other) { return is_of_conf(environment, other); });
  return static_cast<std::size_t>(at - all.begin());
}

/// "ALL,NAME=VALUE,NAME=VALUE", what srun's --export takes.
void add_export_list(std::string_view list, const std::string& source, std::vector<facts::Variable>& found) {
  for (const std::string_view piece : base::split(list, ',')) {
    const Assignment one = assignment(piece);
    if (is_told(one.name)) found.push_back({std::string(one.name), std::string(one.value), source});
  }
}

/// What follows the option in the same word: "--env=NAME=VALUE", "-eNAME=VALUE".
std::string_view without_option(std::string_view word) {
  for (const std::string_view option : {"--env=", "-e", "-x"})
    if (word.starts_with(option)) return word.substr(option.size());
  return word;
}

}  // namespace

bool is_variable_name(std::string_view name) {
  if (name.empty() || name.size() > 256 || name[0] == '-' || name[0] == '.' || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::ranges::all_of(name, is_name_character);
}

bool is_told(std::string_view name) {
  constexpr std::string_view kDevice = "PCIDEVICE_";
  return is_variable_name(name) && ((name.starts_with(kDevice) && name != kDevice) || facts::is_job_variable(name));
}

Assignment assignment(std::string_view text) {
  constexpr std::size_t kLongestName = 257;
  const std::size_t equals = text.substr(0, kLongestName).find('=');
  if (equals == std::string_view::npos || !is_variable_name(text.substr(0, equals))) return {};
  return {.name = text.substr(0, equals), .value = text.substr(equals + 1)};
}

std::vector<facts::Variable> assigned(const std::vector<std::string>& words, const std::string& source) {
  constexpr std::string_view kExport = "--export=";
  std::vector<facts::Variable> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool pair = word == "-genv" || word == "-env" || word == "setenv";
    if (pair && i + 2 < words.size() && is_told(words[i + 1])) {
      found.push_back({words[i + 1], words[i + 2], source});
      i += 2;
    } else if (word.starts_with(kExport)) {
      add_export_list(std::string_view(word).substr(kExport.size()), source, found);
    } else if (const Assignment one = assignment(without_option(word)); is_told(one.name)) {
      found.push_back({std::string(one.name), std::string(one.value), source});
    }
  }
  return found;
}

void merge_variables(std::vector<facts::Variable> found, const std::string& source, facts::Environment& environment) {
  const std::size_t count = environment.variables ? environment.variables->size() : 0;
  if (environment.variables && (found.empty() || count >= kMostVariables)) return;
  std::vector<facts::Variable> all = environment.variables.value_or({});
  const std::string whole = environment.variables ? environment.variables.source() : source;
  bool changed = !environment.variables;
  for (facts::Variable& variable : found) {
    if (all.size() >= kMostVariables) break;
    if (const auto at = place_of(variable, all, environment)) {
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(*at), std::move(variable));
      changed = true;
    }
  }
  if (changed) environment.variables = {std::move(all), whole};
}

void add_variables(const std::vector<facts::Variable>& found, facts::Machine& machine) {
  std::vector<facts::Variable> kept;
  std::vector<facts::Variable> devices;
  for (const facts::Variable& variable : found) {
    if (!is_told(variable.name) || variable.value.size() > kLongestValue) continue;
    if (variable.name.starts_with("PCIDEVICE_"))
      devices.push_back(variable);
    else if (std::ranges::count(variable.value, '=') <= kMostEquals)
      kept.push_back({variable.name, facts::kept_value(variable.name, variable.value), variable.source});
  }
  if (!kept.empty()) {
    const std::string source = kept.front().source;
    merge_variables(std::move(kept), source, machine.environment);
  }
  if (!devices.empty()) add_allocations(devices, machine.container);
}

}  // namespace railhead::text::setting
