#include <algorithm>
#include <optional>

#include "base/text.h"
#include "facts/host/kernel_text.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kName = 64;  // MODULE_NAME_LEN is 56 on 64-bit machines

bool is_heading(std::string_view line) {
  if (line.find("Module") == std::string_view::npos) return false;
  const std::vector<std::string_view> words = base::words(line.substr(0, 100));
  return words.size() == 4 && words[0] == "Module" && words[1] == "Size" && words[2] == "Used" && words[3] == "by";
}

bool is_module_name(std::string_view name) {
  return !name.empty() && name.size() < kName &&
         std::ranges::all_of(
             name,
             [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
}

bool is_state(std::string_view word) { return word == "Live" || word == "Loading" || word == "Unloading"; }

/// Name, size and use count, the modules that use it; in /proc/modules state and address too. lsmod tells no state: what it
/// lists is taken to be live.
std::optional<facts::Module> module_of(std::string_view line) {
  line = base::trimmed(line);
  const std::string_view name = line.substr(0, std::min(line.find_first_of(" \t"), kName));
  if (!is_module_name(name) || name.size() == line.size()) return std::nullopt;
  const std::vector<std::string_view> words = base::words(line);
  const bool stated = words.size() >= 6 && is_state(words[4]);
  if (words.size() < 3 || (words.size() > 4 && !stated)) return std::nullopt;
  const std::optional<std::uint64_t> size = base::unsigned_number(words[1]);
  // A module takes at least a page, which tells it from rows of small numbers.
  if (!size || *size < 4096 || !base::unsigned_number(words[2])) return std::nullopt;
  return facts::Module{.name = std::string(name), .state = stated ? std::string(words[4]) : "Live"};
}

bool asks(std::string_view line) {
  if (line.find("mod") == std::string_view::npos) return false;
  const std::string_view command = command_in(line.substr(0, 400));
  return starts_with_word(command, "lsmod") || command.find("/proc/modules") != std::string_view::npos;
}

bool shows(std::string_view line) {
  if (is_heading(line) || asks(line)) return true;
  const std::optional<facts::Module> module = module_of(line);
  return module && facts::is_module_of_interest(module->name);
}

bool continues(std::string_view line) { return is_heading(line) || module_of(line); }

bool is_peer_memory(const facts::Module& module) { return module.name == "nvidia_peermem" || module.name == "nv_peer_mem"; }

/// What a block holds of the list.
struct Found {
  std::vector<facts::Module> modules;
  std::string place;
  bool heading = false;
  bool filtered = false;   // by grep
  std::size_t others = 0;  // modules that are of no interest: the mark of a list that nobody filtered

  void add(const Line& line, const std::string& at) {
    constexpr std::size_t kMost = 1024;
    const std::optional<facts::Module> module = module_of(line.text);
    if (is_heading(line.text)) heading = true;
    if (!module && asks(line.text)) filtered = filtered || line.text.find("grep") != std::string::npos;
    if (!module) return;
    if (place.empty()) place = at;
    if (!facts::is_module_of_interest(module->name))
      ++others;
    else if (modules.size() < kMost)
      modules.push_back(*module);
  }

  bool is_whole() const {
    constexpr std::size_t kMany = 10;
    return !filtered && (heading || others >= kMany);
  }
};

void read(const Block& block, facts::Machine& machine) {
  Found found;
  for (const Line& line : block.lines) found.add(line, found.place.empty() ? block.place(line) : std::string());
  if (found.place.empty()) return;
  if (!found.is_whole() && std::ranges::none_of(found.modules, is_peer_memory)) return;
  adopt(machine.kernel.modules, {std::move(found.modules), found.place});
}

}  // namespace

Kind loaded_modules() { return {.name = "kernel-modules", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
