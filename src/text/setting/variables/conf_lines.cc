#include "text/setting/variables/conf_lines.h"

#include "base/text.h"
#include "facts/nccl_conf.h"
#include "text/setting/variables/variables.h"

namespace railhead::text::setting {

void read_conf_lines(const Block& block, std::span<const Line> lines, const std::string& path, facts::Machine& machine) {
  constexpr std::size_t kMostFiles = 16;
  facts::Environment& environment = machine.environment;
  if (lines.empty() || environment.conf_files.size() >= kMostFiles) return;
  std::string text;
  for (const Line& line : lines) text += line.text + '\n';
  std::vector<facts::Variable> found;
  for (const facts::ConfSetting& setting : facts::kept_settings(text).settings)
    found.push_back({setting.name, setting.value, block.place(lines[setting.line - 1])});
  const std::string place = block.place(lines.front());
  environment.conf_files.push_back(
      {.path = base::one_line(path), .settings = {static_cast<unsigned>(found.size()), place}, .carriage_returns = false});
  merge_variables(std::move(found), place, environment);
}

}  // namespace railhead::text::setting
