#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/text.h"
#include "facts/host/process_text.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"

namespace railhead::text::setting {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

/// Names that no other text has at the beginning of a line, then those that begin so.
constexpr std::array<std::string_view, 11> kOwn = {"NoNewPrivs", "Cpus_allowed", "Cpus_allowed_list", "Mems_allowed_list",
                                                   "TracerPid",  "FDSize",       "Seccomp",           "Seccomp_filters",
                                                   "Tgid",       "Ngid",         "THP_enabled"};
constexpr std::array<std::string_view, 5> kOwnStarts = {"Cap", "VmL", "VmP", "Sig", "Shd"};

constexpr std::array<std::string_view, 15> kOthers = {
    "Name",   "Umask",      "State",        "Pid",     "PPid",
    "Groups", "Kthread",    "CoreDumping",  "Threads", "Mems_allowed",
    "Uid",    "untag_mask", "HugetlbPages", "Gid",     "voluntary_ctxt_switches"};
constexpr std::array<std::string_view, 6> kOtherStarts = {"Vm", "Rss", "NS", "Speculation", "x86_", "nonvoluntary_"};

template <class Array>
bool among(const Array& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

template <class Array>
bool begins_as(const Array& starts, std::string_view name) {
  return std::ranges::any_of(starts, [name](std::string_view start) { return name.starts_with(start); });
}

/// The line without blanks, and without what grep puts before it: "/proc/7/status:CapEff:".
std::string_view bare(std::string_view line) {
  constexpr std::string_view kFile = "/status:";
  line = base::trimmed(line);
  const std::size_t file = line.starts_with("/proc/") ? line.find(kFile) : std::string_view::npos;
  return file == std::string_view::npos ? line : base::trimmed(line.substr(file + kFile.size()));
}

/// What stands before the colon; empty where the line has another form.
std::string_view name_of(std::string_view line) {
  constexpr std::size_t kLongest = 40;
  const std::size_t colon = line.substr(0, kLongest).find(':');
  if (colon == std::string_view::npos) return {};
  if (colon + 1 < line.size() && line[colon + 1] != '\t' && line[colon + 1] != ' ') return {};
  return line.substr(0, colon);
}

std::size_t numbers_in(std::string_view text) {
  const std::vector<std::string_view> words = base::words(text.substr(0, 100));
  const bool numbers =
      std::ranges::all_of(words, [](std::string_view word) { return base::unsigned_number(word).has_value(); });
  return numbers ? words.size() : 0;
}

bool shows(std::string_view text) {
  const std::string_view line = bare(text);
  const std::string_view name = name_of(line);
  if (name.empty()) return false;
  const std::string_view value = base::trimmed(line.substr(name.size() + 1));
  if (name == "Uid" || name == "Gid") return numbers_in(value) == 4;
  if (name.starts_with("Cap")) return name.size() == 6 && base::unsigned_number(value.substr(0, 20), 16).has_value();
  if (name.starts_with("Vm")) return begins_as(kOwnStarts, name) && value.ends_with(" kB");
  return among(kOwn, name) || (begins_as(kOwnStarts, name) && name.size() == 6);
}

bool continues(std::string_view text) {
  const std::string_view name = name_of(bare(text));
  return !name.empty() &&
         (among(kOwn, name) || among(kOthers, name) || begins_as(kOwnStarts, name) || begins_as(kOtherStarts, name));
}

/// The five sets as the kernel would write them, where CapEff is there: a set that was not pasted holds at least what is
/// effective, but for the inheritable and the ambient one, which may be empty.
std::string capability_lines(const Texts& sets) {
  const std::string& effective = sets.at("CapEff");
  const auto value = [&](const char* name, const std::string& other) {
    const auto found = sets.find(name);
    return std::string(name) + ":\t" + (found == sets.end() ? other : found->second) + "\n";
  };
  return value("CapInh", "0") + value("CapPrm", effective) + value("CapEff", "0") + value("CapBnd", effective) +
         value("CapAmb", "0");
}

/// The fact of one line that is not about capabilities.
void read_line(std::string_view line, std::string_view name, const std::string& place, facts::Process& process) {
  facts::Process told;
  facts::read_status(line, place, told);
  if (name == "Uid") adopt(process.uid, told.uid);
  if (name == "Gid") adopt(process.gid, told.gid);
  if (name == "Groups") adopt(process.groups, told.groups);
  if (name == "NoNewPrivs") adopt(process.no_new_privs, told.no_new_privs);
  if (name == "Seccomp") adopt(process.seccomp, told.seccomp);
  if (name == "Cpus_allowed_list") adopt(process.cpus, told.cpus);
  if (name == "VmPin") adopt(process.vm_pin, told.vm_pin);
  if (name == "VmLck") adopt(process.vm_lck, told.vm_lck);
}

bool is_read(std::string_view name) {
  constexpr std::array<std::string_view, 8> kRead = {"Uid",   "Gid",  "Groups", "NoNewPrivs", "Seccomp", "Cpus_allowed_list",
                                                     "VmPin", "VmLck"};
  return among(kRead, name);
}

void read(const Block& block, facts::Machine& machine) {
  Texts seen;
  std::string place;
  for (const Line& line : block.lines) {
    const std::string_view text = bare(line.text);
    const std::string_view name = name_of(text);
    const bool set = name.size() == 6 && name.starts_with("Cap");
    if (name.empty() || (!set && !is_read(name) && name != "Name")) continue;
    // The second of a name is of another process.
    if (!seen.emplace(name, base::trimmed(text.substr(name.size() + 1))).second) break;
    if (name == "CapEff") place = block.place(line);
    if (is_read(name)) read_line(text, name, block.place(line), machine.process);
  }
  if (place.empty()) return;
  facts::Process told;
  facts::read_status(capability_lines(seen), place, told);
  adopt(machine.process.capabilities, told.capabilities);
}

}  // namespace

Kind process_status() { return {.name = "process-status", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
