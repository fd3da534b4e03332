#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/host/secrets.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kLongest = 4096;  // COMMAND_LINE_SIZE is at most that on every architecture

/// The line behind the labels that people and the kernel put before it.
std::string_view unlabelled(std::string_view line) {
  line = base::trimmed(line);
  for (const std::string_view label : {"/proc/cmdline:", "cmdline:", "Kernel command line:", "Command line:"})
    if (line.starts_with(label)) return base::trimmed(line.substr(label.size()));
  return line;
}

bool is_usual(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"ro", "rw", "quiet", "splash", "rhgb"};
  constexpr std::array<std::string_view, 9> kStarts = {
      "console=", "ostree=", "crashkernel=", "iommu=", "intel_iommu=", "amd_iommu=", "rd.", "initrd=", "net.ifnames="};
  return std::ranges::find(kWords, word) != kWords.end() ||
         std::ranges::any_of(kStarts, [word](std::string_view start) { return word.starts_with(start); });
}

/// What the boot loader passes on: the image, or the root and something else that is usual. GRUB's own settings are for the
/// next start, and "no iommu=pt" is prose.
bool is_command_line(std::string_view line) {
  if (line.size() > kLongest) return false;
  if (line.starts_with("BOOT_IMAGE=")) return true;
  if (line.find("root=") == std::string_view::npos) return false;
  const std::vector<std::string_view> words = base::words(line);
  const bool root = std::ranges::any_of(words, [](std::string_view word) { return word.starts_with("root="); });
  return root && !line.starts_with("GRUB_") && words.size() >= 2 && std::ranges::any_of(words, is_usual) &&
         (is_usual(words[0]) || words[0].find('=') != std::string_view::npos);
}

bool asks(std::string_view line) {
  if (line.find("/proc/cmdline") == std::string_view::npos) return false;
  const std::string_view command = command_in(line.substr(0, kLongest));
  return starts_with_word(command, "cat") && command.ends_with("/proc/cmdline");
}

bool shows(std::string_view line) { return asks(line) || is_command_line(unlabelled(line)); }

/// Any line with an '=' may be the answer to "cat /proc/cmdline".
bool continues(std::string_view line) { return line.size() <= kLongest && line.find('=') != std::string_view::npos; }

void read(const Block& block, facts::Machine& machine) {
  bool asked = false;
  for (const Line& line : block.lines) {
    const std::string_view text = unlabelled(line.text);
    if (is_command_line(text) || (asked && text.size() <= kLongest && !text.empty() && !prompted(text))) {
      adopt(machine.kernel.command_line, {base::one_line(facts::without_secrets(text)), block.place(line)});
      return;
    }
    asked = asks(text);
  }
}

}  // namespace

Kind command_line() { return {.name = "kernel-command-line", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
