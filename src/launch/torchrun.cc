#include "launch/torchrun.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::launch {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// How many words of the command are torchrun itself; 0 when it is something else.
std::size_t launcher_words(const std::vector<std::string>& command) {
  if (command.empty()) return 0;
  const std::string name = file_name(command[0]);
  if (name == "torchrun") return 1;
  if (!name.starts_with("python")) return 0;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == "-m" && i + 1 < command.size())
      return command[i + 1] == "torch.distributed.run" || command[i + 1] == "torch.distributed.launch" ? i + 2 : 0;
    if (!word.starts_with('-')) return file_name(word) == "torchrun" ? i + 1 : 0;
  }
  return 0;
}

/// torchrun's options stand before the script; both spellings of a name are taken, with dashes and with underscores.
class Options {
 public:
  Options(const std::vector<std::string>& command, std::size_t from, const Variables& environ) : environ_(environ) {
    for (std::size_t i = from; i < command.size() && command[i].starts_with('-'); ++i) {
      std::string name = command[i].substr(0, command[i].find('='));
      const bool takes_next = name == command[i] && !is_flag(name);
      std::ranges::replace(name, '_', '-');
      names_.push_back(name);
      if (takes_next) ++i;
    }
  }

  bool has(std::string_view option) const {
    std::string variable = "PET_" + std::string(option);
    for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    const bool set = environ_.contains(variable);
    return set || std::ranges::find(names_, "--" + std::string(option)) != names_.end();
  }

 private:
  /// Options of torchrun without a value, and those of Python that may stand before the script's name.
  static bool is_flag(const std::string& name) {
    for (const char* flag : {"--standalone", "-m", "--module", "--no-python", "--no_python", "--run-path", "--run_path"})
      if (name == flag) return true;
    return false;
  }

  const Variables& environ_;
  std::vector<std::string> names_;
};

/// With underscores, the one spelling that every release takes: dashes came with 2.0.
std::string spelled(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

base::Error unknown_place(const std::string& what, const char* flag) {
  return {.code = base::Code::usage,
          .message = base::format("--torchrun: {} is not known", what),
          .cause =
              "nothing here says it: no StatefulSet ordinal with a headless service, no completion index, no variable of a "
              "launcher",
          .suggestion = base::format("Give it: railhead exec --torchrun {} ...", flag)};
}

}  // namespace

base::Result<std::vector<std::string>> with_torchrun_options(const std::vector<std::string>& command, const Rendezvous& place,
                                                             const Variables& environ, std::optional<unsigned> gpus) {
  const std::size_t words = launcher_words(command);
  if (words == 0)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--torchrun: the command is not torchrun",
                                       .cause = command.empty() ? "there is none" : base::printable(command[0]),
                                       .suggestion = "railhead exec --torchrun -- torchrun train.py"});
  const Options present(command, words, environ);
  std::vector<std::string> added;
  const auto add = [&](const char* name, const std::string& value) {
    if (!present.has(name)) added.push_back(base::format("--{}={}", spelled(name), value));
  };
  if (present.has("standalone")) return command;
  if (gpus && *gpus > 0) add("nproc-per-node", std::to_string(*gpus));
  if (place.nodes) add("nnodes", std::to_string(place.nodes->value));
  const bool own_rendezvous = present.has("rdzv-endpoint") || present.has("rdzv-backend");
  if (!own_rendezvous && (present.has("nnodes") || (place.nodes && place.nodes->value > 1))) {
    if (!place.node_rank && !present.has("node-rank"))
      return std::unexpected(unknown_place("this node's rank", "--node-rank N"));
    if (!place.master_addr && !present.has("master-addr"))
      return std::unexpected(unknown_place("the address where the nodes meet", "--master-addr HOST"));
    if (place.node_rank) add("node-rank", std::to_string(place.node_rank->value));
    if (place.master_addr) add("master-addr", place.master_addr->value);
    if (place.master_port) add("master-port", std::to_string(place.master_port->value));
  }
  std::vector<std::string> result = command;
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(words), added.begin(), added.end());
  return result;
}

}  // namespace railhead::launch
