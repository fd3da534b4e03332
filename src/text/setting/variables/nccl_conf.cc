#include <optional>
#include <span>

#include "base/text.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/conf_lines.h"
#include "text/setting/variables/shell.h"
#include "text/setting/variables/variables.h"

namespace railhead::text::setting {
namespace {

/// "/etc/nccl.conf" of "$ cat /etc/nccl.conf"; nothing for other lines.
std::optional<std::string_view> shown_file(std::string_view line) {
  constexpr std::size_t kLongest = 400;
  line = line.substr(0, kLongest);
  if (line.find("nccl.conf") == std::string_view::npos) return std::nullopt;
  const std::string_view command = command_in(line);
  if (!starts_with_word(command, "cat")) return std::nullopt;
  for (const std::string_view word : base::words(command))
    if (word.ends_with("nccl.conf")) return word;
  return std::nullopt;
}

bool shows(std::string_view line) { return shown_file(line).has_value(); }

bool continues(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  const std::size_t equals = text.substr(0, 300).find('=');
  const bool sets = equals != std::string_view::npos && is_variable_name(base::trimmed(text.substr(0, equals)));
  return sets || text.starts_with('#') || text.empty();
}

void read(const Block& block, facts::Machine& machine) {
  const std::span<const Line> lines = block.lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::optional<std::string_view> file = shown_file(lines[i].text);
    if (!file) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && !shown_file(lines[end].text)) ++end;
    read_conf_lines(block, lines.subspan(i + 1, end - i - 1), std::string(*file), machine);
    i = end - 1;
  }
}

}  // namespace

Kind nccl_conf() { return {.name = "nccl-conf", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
