#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/host/process_text.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/process/memlock.h"

namespace railhead::text::setting {
namespace {

/// Source: lnames in fs/proc/base.c of Linux.
constexpr std::array<std::string_view, 16> kNames = {
    "Max cpu time ",       "Max file size ",     "Max data size ",         "Max stack size ",
    "Max core file size ", "Max resident set ",  "Max processes ",         "Max open files ",
    "Max locked memory ",  "Max address space ", "Max file locks ",        "Max pending signals ",
    "Max msgqueue size ",  "Max nice priority ", "Max realtime priority ", "Max realtime timeout "};

/// Without what grep puts before it: "/proc/7/limits:Max locked memory".
std::string_view bare(std::string_view line) {
  constexpr std::string_view kFile = "/limits:";
  line = base::trimmed(line);
  const std::size_t file = line.starts_with("/proc/") ? line.find(kFile) : std::string_view::npos;
  return file == std::string_view::npos ? line : base::trimmed(line.substr(file + kFile.size()));
}

bool is_heading(std::string_view line) {
  if (!line.starts_with("Limit")) return false;
  const std::vector<std::string_view> words = base::words(line.substr(0, 120));
  return words.size() >= 5 && words[0] == "Limit" && words[1] == "Soft" && words[3] == "Hard";
}

/// Soft and hard limit follow the name: prose that begins alike has no such words.
bool is_row(std::string_view line) {
  const auto name = std::ranges::find_if(kNames, [line](std::string_view start) { return line.starts_with(start); });
  if (name == kNames.end()) return false;
  const std::vector<std::string_view> words = base::words(line.substr(name->size(), 120));
  const auto side = [](std::string_view word) { return word == "unlimited" || base::unsigned_number(word); };
  return words.size() >= 2 && words.size() <= 3 && side(words[0]) && side(words[1]);
}

bool shows(std::string_view line) { return is_heading(bare(line)) || is_row(bare(line)); }

bool continues(std::string_view line) { return bare(line).starts_with("Max ") || is_heading(bare(line)); }

void read(const Block& block, facts::Machine& machine) {
  facts::Process found;
  for (const Line& line : block.lines) {
    const std::string_view text = bare(line.text);
    facts::Process told;
    facts::read_limits(text, block.place(line), told);
    if (text.starts_with("Max locked memory ")) adopt(found.memlock, told.memlock);
    if (text.starts_with("Max open files ")) adopt(found.nofile, told.nofile);
    if (text.starts_with("Max processes ")) adopt(found.nproc, told.nproc);
    if (text.starts_with("Max stack size ")) adopt(found.stack, told.stack);
  }
  facts::Process& process = machine.process;
  adopt_both_sides(process.memlock, found.memlock);
  adopt(process.nofile, found.nofile);
  adopt(process.nproc, found.nproc);
  adopt(process.stack, found.stack);
}

}  // namespace

Kind process_limits() { return {.name = "process-limits", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
