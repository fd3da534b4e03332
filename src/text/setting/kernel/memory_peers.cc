#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "text/setting/adopt.h"
#include "text/setting/kernel/sysfs_path.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::string_view kFolder = "/sys/kernel/mm/memory_peers";
constexpr std::size_t kLongest = 400;

/// The path behind the folder in "cat /sys/kernel/mm/memory_peers/nv_mem/version".
std::optional<Below> asked_in(std::string_view line) {
  if (line.find(kFolder) == std::string_view::npos) return std::nullopt;
  const std::string_view command = command_in(line.substr(0, kLongest));
  const std::size_t at = command.find(kFolder);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  const bool reads = starts_with_word(command, "cat") || starts_with_word(command, "ls");
  return reads ? below(kFolder, command.substr(at)) : std::nullopt;
}

std::optional<Below> told_in(std::string_view line) { return below(kFolder, line); }

bool is_client(std::string_view name) {
  return !name.empty() && name.size() < 40 &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('/')); }

bool shows(std::string_view line) { return asked_in(line) || told_in(line); }

/// Names of clients and versions are one word.
bool continues(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  return shows(line) || (text.size() < 40 && text.find(' ') == std::string_view::npos && !text.empty());
}

struct Found {
  std::vector<std::string> clients;
  std::string place;
  std::string lacking;  // what a command did not find
  std::string lacking_place;

  void add(std::string_view name, const std::string& at) {
    constexpr std::size_t kMost = 16;
    if (!is_client(name) || clients.size() >= kMost || std::ranges::find(clients, name) != clients.end()) return;
    if (clients.empty()) place = at;
    clients.emplace_back(name);
  }
};

/// A line that is the answer to the command before it: a client's version, or the clients themselves.
void add_answer(const Below& question, std::string_view text, const std::string& place, Found& found) {
  if (question.path.empty())
    for (const std::string_view name : base::words(text.substr(0, kLongest))) found.add(name, place);
  else if (!text.empty() && text[0] >= '0' && text[0] <= '9')
    found.add(first_part(question.path), place);
}

void read(const Block& block, facts::Machine& machine) {
  Found found;
  std::optional<Below> question;
  for (const Line& line : block.lines) {
    const std::string place = block.place(line);
    if (const auto asked = asked_in(line.text)) {
      question = asked;
    } else if (const auto told = told_in(line.text)) {
      if (!told->absent) found.add(first_part(told->path), place);
      if (told->absent && found.lacking_place.empty()) {
        found.lacking = base::one_line(told->path.empty() ? kFolder : told->path).substr(0, 80);
        found.lacking_place = place;
      }
    } else if (question) {
      add_answer(*question, base::trimmed(line.text), place, found);
    }
  }
  if (!found.clients.empty())
    adopt(machine.kernel.memory_peers, {std::move(found.clients), found.place});
  else if (!found.lacking_place.empty())
    adopt(machine.kernel.memory_peers,
          {facts::Missing{.why = facts::Why::not_found, .detail = found.lacking}, found.lacking_place});
}

}  // namespace

Kind memory_peers() { return {.name = "memory-peers", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
