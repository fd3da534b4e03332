#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "report/env/env.h"

namespace railhead::report {
namespace {

/// A reason as a comment: it may hold names that were read from the machine, which must not end the line.
std::string comment(const std::string& indent, const std::string& text) {
  return base::format("{}# {}\n", indent, base::one_line(text));
}

/// What the user has set is shown and not set again.
std::string stays(const std::string& indent, const nccl::Setting& setting) {
  return comment(indent, base::format("{}={} stays: {}", setting.name, setting.value, setting.reason));
}

bool is_users(const nccl::Setting& setting) { return setting.origin == nccl::Origin::user; }

/// Always in quotes: zsh would take a value that begins with '=' for the path of a command.
std::string quoted(const std::string& value) {
  const std::string word = base::shell_word(base::one_line(value));
  return word.starts_with('\'') ? word : "'" + word + "'";
}

bool is_bare(const std::string& value) {
  return !value.empty() && std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+=:,./^@%").find(c) != std::string_view::npos;
  });
}

/// Single quotes are literal to every dotenv reader; a value that holds one is put in double quotes instead.
std::string dotenv_word(const std::string& value) {
  if (is_bare(value) || value.empty()) return value;
  if (value.find('\'') == std::string::npos) return "'" + value + "'";
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\' || c == '$') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string env_shell(const nccl::Plan& plan) {
  std::string text = comment("", plan.why);
  for (const nccl::Setting& setting : plan.settings) {
    text += "\n" + (is_users(setting) ? stays("", setting) : comment("", setting.reason));
    if (is_users(setting)) continue;
    text += base::format("export {}={}\n", setting.name, quoted(setting.value));
  }
  return text;
}

std::string env_dotenv(const nccl::Plan& plan) {
  std::string text = comment("", plan.why);
  for (const nccl::Setting& setting : plan.settings) {
    text += is_users(setting) ? stays("", setting) : comment("", setting.reason);
    if (is_users(setting)) continue;
    text += base::format("{}={}\n", setting.name, dotenv_word(base::one_line(setting.value)));
  }
  return text;
}

std::string env_yaml(const nccl::Plan& plan) {
  // A JSON string is a double-quoted scalar of YAML.
  const auto scalar = [](const std::string& value) { return nlohmann::json(base::printable(value)).dump(); };
  std::string text = comment("", plan.why);
  text += "# Found where this was run: device and interface names can differ on other nodes.\n";
  text += std::ranges::all_of(plan.settings, is_users) ? "env: []\n" : "env:\n";
  for (const nccl::Setting& setting : plan.settings) {
    text += is_users(setting) ? stays("  ", setting) : comment("  ", setting.reason);
    if (is_users(setting)) continue;
    text += base::format("  - name: {}\n    value: {}\n", setting.name, scalar(setting.value));
  }
  return text;
}

}  // namespace railhead::report
