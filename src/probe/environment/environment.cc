#include "probe/environment/environment.h"

#include <algorithm>

#include "base/format.h"
#include "facts/kept_variables.h"
#include "facts/nccl_conf.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

using facts::Missing;
using facts::Why;

constexpr const char* kForAll = "/etc/nccl.conf";

/// NCCL up to 2.29 asks the password database for the home folder, later ones HOME; the two hardly ever differ.
std::string of_user(const sys::Environ& environ) {
  const std::optional<std::string> home = sys::value_of(environ, "HOME");
  if (!home || !home->starts_with('/')) return "";
  return (*home == "/" ? "" : *home) + "/.nccl.conf";
}

bool is_named(const sys::Environ& environ, const std::string& path) { return sys::value_of(environ, "NCCL_CONF_FILE") == path; }

/// Adds what `path` sets. A file that is not there is a fact only where a variable names it.
void read_conf(const sys::World& world, const std::string& path, facts::Environment& environment,
               std::vector<facts::Variable>& variables) {
  const std::string shown = base::one_line(path);
  if (!path.starts_with('/')) {
    const Missing missing{.why = Why::unavailable, .detail = "relative to wherever the job starts"};
    environment.conf_files.push_back({.path = shown, .settings = {missing, shown}});
    return;
  }
  const sys::Outcome<std::string> text = world.files.read(path);
  if (!text) {
    Missing missing = missing_of(text.error());
    const bool absent = missing.why == Why::not_found || missing.why == Why::not_asked;
    if (absent) missing.detail.clear();
    if (!absent || is_named(world.environ, path))
      environment.conf_files.push_back({.path = shown, .settings = {missing, shown}});
    return;
  }
  const facts::ConfText conf = facts::kept_settings(*text);
  environment.conf_files.push_back({.path = shown,
                                    .settings = {static_cast<unsigned>(conf.settings.size()), shown},
                                    .carriage_returns = conf.carriage_returns});
  for (const facts::ConfSetting& setting : conf.settings)
    variables.push_back({setting.name, setting.value, base::format("{}:{}", shown, setting.line)});
}

}  // namespace

std::vector<std::string> conf_paths(const sys::Environ& environ) {
  std::vector<std::string> paths;
  const std::string named = sys::value_of(environ, "NCCL_CONF_FILE").value_or("");
  paths.push_back(named.empty() ? of_user(environ) : named);
  if (paths.back().empty()) paths.pop_back();
  if (paths.empty() || paths.back() != kForAll) paths.emplace_back(kForAll);
  return paths;
}

facts::Environment environment(const sys::World& world) {
  facts::Environment environment;
  if (!world.environ_known) return environment;
  std::vector<facts::Variable> variables;
  for (const auto& [name, value] : world.environ)
    if (facts::is_job_variable(name) && value.find('\n') == std::string::npos && name.find('\n') == std::string::npos)
      variables.push_back({base::printable(name), facts::kept_value(name, value), "environment"});
  for (const std::string& path : conf_paths(world.environ)) read_conf(world, path, environment, variables);
  // What was read first counts, which a stable sort keeps.
  std::stable_sort(variables.begin(), variables.end(),
                   [](const facts::Variable& a, const facts::Variable& b) { return a.name < b.name; });
  environment.variables = {std::move(variables), "environment"};
  return environment;
}

}  // namespace railhead::probe
