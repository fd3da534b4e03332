#include "manifest/facts/container/script.h"

#include <algorithm>

#include "base/text.h"
#include "facts/kept_variables.h"
#include "manifest/facts/container_facts.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 1024;

bool is_shell(std::string_view word) {
  const std::string_view name = word.substr(word.rfind('/') + 1);  // npos + 1 is 0
  return name == "sh" || name == "bash" || name == "dash" || name == "ash" || name == "zsh" || name == "ksh";
}

/// "-c", "-lc", "-euxc": the next word is a script.
bool takes_script(std::string_view option) {
  return option.size() > 1 && option.size() < 10 && option[0] == '-' && option[1] != '-' && option.ends_with('c');
}

/// The place of the script among the words; their number where there is none.
std::size_t script_among(const std::vector<facts::Placed>& words, bool has_command) {
  const auto shell = std::ranges::find_if(words, [](const facts::Placed& word) { return is_shell(word.text); });
  for (auto option = shell; option != words.end(); ++option)
    if (takes_script(option->text)) return static_cast<std::size_t>(option - words.begin()) + 1;
  const auto script = std::ranges::find_if(
      words, [&](const facts::Placed& word) { return !has_command && word.text.find_first_of(" \n") != std::string::npos; });
  return static_cast<std::size_t>(script - words.begin());
}

}  // namespace

std::vector<facts::ShellCommand> script_of(const Value& container, const Origin& origin) {
  std::vector<facts::Placed> words;
  add_words(container["command"], origin, words);
  add_words(container["args"], origin, words);
  if (words.empty()) return {};
  std::vector<std::string> plain;
  const std::size_t script = script_among(words, static_cast<bool>(container["command"]));
  plain.reserve(std::min(script, words.size()));
  for (std::size_t at = 0; at < std::min(script, words.size()); ++at) plain.push_back(words[at].text);
  std::vector<facts::ShellCommand> commands;
  if (!plain.empty()) {
    commands.push_back(facts::plain_command(plain));
    commands.back().source = words.front().source;
  }
  if (script >= words.size()) return commands;
  for (facts::ShellCommand& command : facts::shell_commands(words[script].text)) {
    command.source = words[script].source;
    commands.push_back(std::move(command));
  }
  return commands;
}

std::vector<facts::Placed> config_maps_of(const Value& env_from, const Origin& origin) {
  std::vector<facts::Placed> found;
  for (const Value& entry : env_from.items()) {
    const auto name = entry["configMapRef"]["name"].text();
    if (name && !entry["prefix"].text() && found.size() < kMostEntries)
      found.push_back({base::one_line(name->substr(0, 256)), origin.place(entry)});
  }
  return found;
}

std::vector<facts::Variable> variables_in(const Value& mapping, const Origin& origin) {
  std::vector<facts::Variable> found;
  for (const auto& [key, value] : mapping.members()) {
    const auto name = key.text();
    const auto text = value.text();
    if (name && text && facts::is_job_variable(*name) && found.size() < kMostEntries)
      found.push_back({*name, facts::kept_value(*name, text->substr(0, 4096)), origin.place(value)});
  }
  return found;
}

}  // namespace railhead::manifest
