#include <array>
#include <optional>

#include "base/text.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/process/memlock.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kRow = 200;  // a row has some 80 characters

/// Source: prlimit_desc in sys-utils/prlimit.c of util-linux; most names stand in other texts too, but not with its words.
struct Resource {
  std::string_view name;
  std::string_view words;
};
constexpr std::array<Resource, 16> kResources = {{{"AS", "address space limit"},
                                                  {"CORE", "max core file size"},
                                                  {"CPU", "CPU time"},
                                                  {"DATA", "max data size"},
                                                  {"FSIZE", "max file size"},
                                                  {"LOCKS", "max number of file locks"},
                                                  {"MEMLOCK", "max locked-in-memory"},
                                                  {"MSGQUEUE", "max bytes in POSIX"},
                                                  {"NICE", "max nice prio"},
                                                  {"NOFILE", "max number of open"},
                                                  {"NPROC", "max number of processes"},
                                                  {"RSS", "max resident set"},
                                                  {"RTPRIO", "max real-time priority"},
                                                  {"RTTIME", "timeout for real-time"},
                                                  {"SIGPENDING", "max number of pending"},
                                                  {"STACK", "max stack size"}}};

bool is_heading(std::string_view line) {
  if (line.find("RESOURCE") == std::string_view::npos) return false;
  const std::vector<std::string_view> words = base::words(line.substr(0, kRow));
  return words.size() >= 3 && words[0] == "RESOURCE" && (words[1] == "DESCRIPTION" || words[1] == "SOFT");
}

const Resource* resource_of(std::string_view line) {
  line = base::trimmed(line.substr(0, kRow));
  const std::string_view name = line.substr(0, line.find(' '));
  const std::string_view rest = base::trimmed(line.substr(name.size()));
  for (const Resource& resource : kResources)
    if (resource.name == name && rest.starts_with(resource.words)) return &resource;
  return nullptr;
}

/// The command, whatever it does: a limit that it sets is none that is known to be in force.
bool is_command(std::string_view line) {
  line = line.substr(0, kRow);
  return line.find("prlimit") != std::string_view::npos && starts_with_word(command_in(line), "prlimit");
}

bool shows(std::string_view line) { return is_heading(line) || resource_of(line) != nullptr || is_command(line); }

bool continues(std::string_view line) { return shows(line); }

bool read_side(std::string_view word, std::optional<std::uint64_t>& side) {
  side = word == "unlimited" ? std::nullopt : base::unsigned_number(word);
  return side.has_value() || word == "unlimited";
}

/// Soft and hard stand at the end, before the unit where there is one.
facts::Known<facts::Limit> limit_of(std::string_view line, const std::string& place) {
  std::vector<std::string_view> words = base::words(line.substr(0, kRow));
  const auto amount = [](std::string_view word) { return word == "unlimited" || base::unsigned_number(word); };
  if (!words.empty() && !amount(words.back())) words.pop_back();
  facts::Limit limit;
  const std::size_t size = words.size();
  if (size >= 3 && read_side(words[size - 2], limit.soft) && read_side(words[size - 1], limit.hard)) return {limit, place};
  return {facts::Missing{.why = facts::Why::malformed, .detail = "expected a soft and a hard limit"}, place};
}

void read(const Block& block, facts::Machine& machine) {
  facts::Process& process = machine.process;
  for (const Line& line : block.lines) {
    const Resource* resource = resource_of(line.text);
    if (resource == nullptr) continue;
    if (resource->name == "MEMLOCK") adopt_both_sides(process.memlock, limit_of(line.text, block.place(line)));
    if (resource->name == "NOFILE") adopt(process.nofile, limit_of(line.text, block.place(line)));
    if (resource->name == "NPROC") adopt(process.nproc, limit_of(line.text, block.place(line)));
    if (resource->name == "STACK") adopt(process.stack, limit_of(line.text, block.place(line)));
  }
}

}  // namespace

Kind prlimit() { return {.name = "prlimit", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
