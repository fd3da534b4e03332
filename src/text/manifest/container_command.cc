#include "text/manifest/container_command.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "facts/kept_variables.h"
#include "manifest/facts/container_facts.h"
#include "text/setting/variables/shell.h"

// Options as of docker-run(1) and podman-run(1).
namespace railhead::text::manifest {
namespace {

using Run = facts::ClusterObject::Run;

constexpr std::size_t kMostWords = 4096;
constexpr std::size_t kMostCommands = 256;

/// Long options without a value of their own.
constexpr std::array<std::string_view, 16> kAlone = {"--rm",
                                                     "--privileged",
                                                     "--detach",
                                                     "--interactive",
                                                     "--tty",
                                                     "--init",
                                                     "--read-only",
                                                     "--publish-all",
                                                     "--no-healthcheck",
                                                     "--sig-proxy",
                                                     "--quiet",
                                                     "--oom-kill-disable",
                                                     "--disable-content-trust",
                                                     "--replace",
                                                     "--no-hosts",
                                                     "--use-api-socket"};

/// Letters of short options that take a value; the others stand alone: -it, -d.
constexpr std::string_view kShortWithValue = "vepwuhlmca";

struct Command {
  std::string program;
  std::vector<facts::Placed> words;  // behind "run"
};

/// The words of "docker run ..." where a line begins one, in whatever shell.
std::optional<Command> begun(const std::vector<std::string>& words, const std::string& source) {
  std::size_t at = 0;
  while (at < words.size() && (words[at] == "sudo" || words[at] == "exec" || words[at].find('=') != std::string::npos)) ++at;
  if (at + 1 >= words.size()) return std::nullopt;
  const std::string program = words[at].substr(words[at].rfind('/') + 1);
  constexpr std::array<std::string_view, 3> kPrograms = {"docker", "podman", "nerdctl"};
  if (std::ranges::find(kPrograms, program) == kPrograms.end()) return std::nullopt;
  if (words[at + 1] == "container") ++at;
  if (at + 1 >= words.size() || (words[at + 1] != "run" && words[at + 1] != "create")) return std::nullopt;
  Command command{.program = program + " " + words[at + 1], .words = {}};
  for (std::size_t i = at + 2; i < words.size(); ++i) command.words.push_back({words[i], source});
  return command;
}

/// Where a command goes on: its options each on a line, or a line that ends in a backslash before it.
std::vector<std::pair<Command, std::string>> commands_in(const Block& block) {
  std::vector<std::pair<Command, std::string>> found;
  for (const Line& line : block.lines) {
    std::string_view text = base::trimmed(line.text);
    if (text.ends_with('\\')) text.remove_suffix(1);
    const std::string source = block.place(line);
    if (auto command = begun(setting::shell_words(setting::command_in(text)), source)) {
      if (found.size() >= kMostCommands) return found;
      found.emplace_back(std::move(*command), source);
    } else if (!found.empty() && found.back().first.words.size() < kMostWords) {
      for (const std::string& word : setting::shell_words(text)) found.back().first.words.push_back({word, source});
    }
  }
  return found;
}

void take_mount(const std::string& value, const std::string& source, Run& run) {
  const std::vector<std::string_view> parts = base::split(value, ':');
  if (parts[0].starts_with('/'))
    run.container.mounts.push_back({base::one_line(parts[0]), base::one_line(parts.size() > 1 ? parts[1] : parts[0]), source});
}

/// "type=bind,source=/dev/infiniband,target=/dev/infiniband"
void take_long_mount(const std::string& value, const std::string& source, Run& run) {
  std::string outside;
  std::string inside;
  for (const std::string_view piece : base::split(value, ',')) {
    const std::string_view key = piece.substr(0, piece.find('='));
    if (key.size() == piece.size()) continue;
    const std::string_view text = piece.substr(key.size() + 1);
    if (key == "source" || key == "src") outside = text;
    if (key == "target" || key == "dst" || key == "destination") inside = text;
  }
  if (outside.starts_with('/')) take_mount(outside + ":" + inside, source, run);
}

void take_variable(const std::string& value, const std::string& source, Run& run) {
  const std::size_t equals = value.find('=');
  const std::string name = value.substr(0, equals);
  if (equals == std::string::npos || !facts::is_job_variable(name)) return;
  run.container.environment.push_back({name, facts::kept_value(name, value.substr(equals + 1, 4096)), source});
}

/// "memlock=-1:-1": the hard limit is behind the colon.
void take_ulimit(const std::string& value, const std::string& source, Run& run) {
  constexpr std::string_view kMemlock = "memlock=";
  if (!value.starts_with(kMemlock)) return;
  const std::string limit = value.substr(kMemlock.size());
  run.memlock = {base::one_line(limit.substr(limit.rfind(':') + 1)), source};
}

void take_user(const std::string& value, const std::string& source, Run& run) {
  const std::string user = value.substr(0, value.find(':'));
  if (user == "root") run.container.security.user = {0, source};
  if (const auto number = base::signed_number(user)) run.container.security.user = {*number, source};
}

void take_option(const std::string& name, const std::string& value, const std::string& source, Run& run) {
  if (name == "--privileged") run.container.security.privileged = {value != "false", source};
  if (name == "--device" || name == "--volume" || name == "-v") take_mount(value, source, run);
  if (name == "--device" && value.find("nvidia.com/gpu") != std::string::npos) run.gpus = true;
  if (name == "--mount") take_long_mount(value, source, run);
  if (name == "--env" || name == "-e") take_variable(value, source, run);
  if (name == "--ulimit") take_ulimit(value, source, run);
  if (name == "--user" || name == "-u") take_user(value, source, run);
  if (name == "--gpus" || (name == "--runtime" && value.find("nvidia") != std::string::npos)) run.gpus = true;
  if (name == "--network" || name == "--net") run.host_network = value == "host";
  if (name == "--cap-add")
    for (const std::string_view one : base::split(value, ','))
      run.container.security.capabilities.push_back({railhead::manifest::capability_name(one), source});
}

/// How many words the option that begins at `at` has.
std::size_t take_options(const std::vector<facts::Placed>& words, std::size_t at, Run& run) {
  const facts::Placed& word = words[at];
  const std::string next = at + 1 < words.size() ? words[at + 1].text : std::string();
  if (word.text.starts_with("--")) {
    const std::size_t equals = word.text.find('=');
    const std::string name = word.text.substr(0, equals);
    if (equals != std::string::npos) return take_option(name, word.text.substr(equals + 1), word.source, run), 1;
    if (std::ranges::find(kAlone, name) != kAlone.end()) return take_option(name, "", word.source, run), 1;
    return take_option(name, next, word.source, run), 2;
  }
  const std::size_t with_value = word.text.find_first_of(kShortWithValue, 1);
  if (with_value == std::string::npos) return 1;
  const std::string name = {'-', word.text[with_value]};
  if (with_value + 1 == word.text.size()) return take_option(name, next, word.source, run), 2;
  return take_option(name, word.text.substr(with_value + 1), word.source, run), 1;
}

facts::ClusterObject object_of(const Command& command, const std::string& source) {
  facts::ClusterObject object{.kind = command.program, .source = source};
  Run run;
  run.container.name = "container";
  run.container.source = source;
  run.container.whole = true;
  std::size_t at = 0;
  while (at < command.words.size()) {
    const facts::Placed& word = command.words[at];
    if (word.text.starts_with('$')) run.container.whole = false;  // what the variable holds is not in the text
    const bool blank = word.text.empty() || word.text.starts_with('$');
    if (!blank && (word.text.size() < 2 || word.text[0] != '-')) break;
    at += blank ? 1 : take_options(command.words, at, run);
  }
  if (at < command.words.size()) run.container.image = base::one_line(command.words[at].text.substr(0, 256));
  if (run.container.image.empty()) run.container.whole = false;  // the end of the command is not there
  for (std::size_t i = at + 1; i < command.words.size(); ++i) run.container.command.push_back(command.words[i]);
  object.runs.push_back(std::move(run));
  return object;
}

}  // namespace

void read_container_commands(const Block& block, facts::Cluster& cluster) {
  for (const auto& [command, source] : commands_in(block)) {
    if (cluster.objects.size() >= kMostCommands * 100) return;
    cluster.objects.push_back(object_of(command, source));
  }
}

}  // namespace railhead::text::manifest
