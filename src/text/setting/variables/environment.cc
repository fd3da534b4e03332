#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/nccl_conf.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/conf_lines.h"
#include "text/setting/variables/shell.h"
#include "text/setting/variables/variables.h"

namespace railhead::text::setting {
namespace {

/// What stands before assignments in shells, Dockerfiles, units and lists of YAML.
constexpr std::array<std::string_view, 9> kBefore = {"export", "declare -x", "declare -gx", "typeset -x", "readonly",
                                                     "set",    "ENV",        "env",         "-"};

/// The line behind one of those words; nothing for a line that begins otherwise.
std::optional<std::string_view> declared(std::string_view line) {
  constexpr std::string_view kUnit = "Environment=";
  if (line.starts_with(kUnit)) return line.substr(kUnit.size());
  for (const std::string_view word : kBefore)
    if (starts_with_word(line, word) && line.size() > word.size()) return base::trimmed(line.substr(word.size()));
  return std::nullopt;
}

bool is_program(std::string_view word) {
  constexpr std::array<std::string_view, 10> kPrograms = {"python",    "python3", "torchrun", "mpirun", "mpiexec",
                                                          "deepspeed", "srun",    "bash",     "sh",     "accelerate"};
  return word.starts_with('/') || word.starts_with("./") || std::ranges::find(kPrograms, word) != kPrograms.end();
}

/// True for "NAME=VALUE NAME=VALUE program ...", which one blank alone does not make: values of lists may have one.
bool is_command(std::string_view value) {
  const std::size_t blank = value.find(' ');
  if (blank == std::string_view::npos) return false;
  const std::string_view rest = base::trimmed(value.substr(blank));
  const std::string_view next = rest.substr(0, rest.find(' '));
  return is_program(next) || is_told(assignment(next).name);
}

/// The value of a line that is NAME=VALUE and no more: quotes around the whole and a comment behind it are a script's.
std::string_view plain_value(std::string_view value) {
  const bool quoted = value.size() >= 2 && (value[0] == '"' || value[0] == '\'');
  if (quoted) {
    const std::size_t close = value.find(value[0], 1);
    const std::string_view behind = close == std::string_view::npos ? "x" : base::trimmed(value.substr(close + 1));
    if (behind.empty() || behind[0] == '#' || behind[0] == ';') return value.substr(1, close - 1);
    return value;
  }
  return base::trimmed(value.substr(0, value.find(" #")));
}

/// The variables of one piece of a line. `text` has no blanks around it.
std::vector<facts::Variable> variables_in(std::string_view text, const std::string& place) {
  if (const auto rest = declared(text)) return assigned(shell_words(*rest), place);
  if (starts_with_word(text, "setenv")) return assigned(shell_words(text), place);
  const Assignment one = assignment(text);
  if (!is_told(one.name)) return {};
  if (is_command(one.value)) return assigned(shell_words(text), place);
  return {{std::string(one.name), std::string(plain_value(one.value)), place}};
}

/// The pieces of /proc/PID/environ are whole: nothing in them is a quote or a comment.
std::vector<facts::Variable> pieces_of(std::string_view text, const std::string& place) {
  std::vector<facts::Variable> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    if (const Assignment one = assignment(text.substr(0, end)); is_told(one.name))
      found.push_back({std::string(one.name), std::string(one.value), place});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::vector<facts::Variable> variables_of(std::string_view text, const std::string& place) {
  if (text.find('\0') != std::string_view::npos) return pieces_of(text, place);
  text = base::trimmed(text);
  if (text.starts_with('#')) return {};
  return variables_in(prompted(text).value_or(text), place);
}

/// A quick look before the words are cut: most lines that are asked about are no assignments.
bool shows(std::string_view text) {
  if (text.find('=') == std::string_view::npos && text.find("setenv ") == std::string_view::npos) return false;
  if (text.find('\0') != std::string_view::npos) return !pieces_of(text, {}).empty();
  constexpr std::size_t kEnough = 4096;  // where a line of words is longer, its beginning tells
  const std::string_view line = base::trimmed(text.substr(0, kEnough));
  if (line.starts_with('#')) return false;
  return !variables_in(prompted(line).value_or(line), {}).empty();
}

bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return line.starts_with('#') || !assignment(line).name.empty() || declared(line).has_value();
}

void read(const Block& block, facts::Machine& machine) {
  if (block.file.ends_with("nccl.conf")) return read_conf_lines(block, block.lines, block.file, machine);
  std::vector<facts::Variable> found;
  for (const Line& line : block.lines)
    for (facts::Variable& variable : variables_of(line.text, block.place(line))) found.push_back(std::move(variable));
  add_variables(found, machine);
}

}  // namespace

Kind environment() { return {.name = "environment", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
