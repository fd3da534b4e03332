#include <algorithm>
#include <array>

#include "base/text.h"
#include "text/manifest/container_command.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"
#include "text/setting/variables/variables.h"

// Every word of a command that assigns a variable of a communication library does so for the job: -x of mpirun, -e and --env of
// docker, and what stands before the program. A name alone (-x NCCL_DEBUG) passes on a value that the text does not tell.
namespace railhead::text::setting {
namespace {

constexpr std::array<std::string_view, 10> kLaunchers = {"mpirun", "mpiexec", "mpiexec.hydra", "orterun",    "prterun",
                                                         "prun",   "srun",    "torchrun",      "horovodrun", "deepspeed"};
constexpr std::array<std::string_view, 3> kContainers = {"docker", "podman", "nerdctl"};

std::string_view without_folder(std::string_view word) { return word.substr(word.rfind('/') + 1); }

template <class Array>
bool among(const Array& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// The beginning of the line decides; what a launcher's own messages begin with is followed by no option.
bool is_launch(std::string_view line) {
  constexpr std::size_t kEnough = 400;
  line = line.substr(0, kEnough);
  const bool may_be = std::ranges::any_of(std::array{"run", "exec", "create", "deepspeed"},
                                          [line](const char* part) { return line.find(part) != std::string_view::npos; });
  if (!may_be) return false;  // most lines, without cutting them into words
  std::vector<std::string_view> words = base::words(command_in(line));
  const auto sets = [](std::string_view word) { return !assignment(word).name.empty(); };
  words.erase(words.begin(), std::ranges::find_if_not(words, sets));
  if (words.size() < 2) return false;
  const std::string_view program = without_folder(words[0]);
  if (among(kContainers, program)) return words[1] == "run" || words[1] == "exec" || words[1] == "create";
  const bool options = std::any_of(words.begin() + 1, words.end(), [](std::string_view word) { return word.starts_with('-'); });
  return among(kLaunchers, program) && (options || words.back() == "\\");
}

/// A piece of a command on a line of its own: "-x NCCL_DEBUG=INFO \".
bool is_option(std::string_view line) {
  for (const std::string_view option : {"-x ", "-e ", "--env ", "--env=", "-genv ", "--export="})
    if (line.starts_with(option)) return !assigned(shell_words(line.substr(0, 1000)), {}).empty();
  return false;
}

bool shows(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return is_option(line) || is_launch(line);
}

bool continues(std::string_view text) {
  return text.starts_with(' ') || text.starts_with('\t') || text.starts_with('-') || base::trimmed(text).ends_with('\\');
}

void read(const Block& block, facts::Machine& machine) {
  std::vector<facts::Variable> found;
  for (const Line& line : block.lines) {
    std::string_view text = base::trimmed(line.text);
    if (text.ends_with('\\')) text.remove_suffix(1);
    for (facts::Variable& variable : assigned(shell_words(prompted(text).value_or(text)), block.place(line)))
      found.push_back(std::move(variable));
  }
  add_variables(found, machine);
}

}  // namespace

Kind launch_command() {
  return {.name = "launch-command",
          .shows = shows,
          .continues = continues,
          .read = read,
          .read_cluster = manifest::read_container_commands};
}

}  // namespace railhead::text::setting
