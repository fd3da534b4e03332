#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/text.h"
#include "text/setting/kernel/group_table.h"
#include "text/setting/kernel/sysfs_path.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::string_view kFolder = "/sys/kernel/iommu_groups";
constexpr std::string_view kNothing = "total 0";
constexpr std::size_t kLongest = 400;

/// Source: iommu_group_show_type() in drivers/iommu/iommu.c of Linux.
constexpr std::array<std::string_view, 5> kTypes = {"DMA-FQ", "DMA", "identity", "blocked", "unmanaged"};

bool is_type(std::string_view word) { return std::ranges::find(kTypes, word) != kTypes.end(); }

/// A type alone, or behind the count of `uniq -c`.
std::optional<std::string_view> bare_type(std::string_view line) {
  if (base::trimmed(line).size() > 40) return std::nullopt;
  const std::vector<std::string_view> words = base::words(line);
  if (words.empty() || words.size() > 2 || !is_type(words.back())) return std::nullopt;
  if (words.size() == 2 && !base::unsigned_number(words[0])) return std::nullopt;
  return words.back();
}

bool asks(std::string_view line) {
  if (line.find(kFolder) == std::string_view::npos) return false;
  const std::string_view command = command_in(line.substr(0, kLongest));
  const std::size_t at = command.find(kFolder);
  return at != std::string_view::npos && at != 0 && !below(kFolder, command);
}

/// The folder of a group in `ls -l`.
bool is_folder(std::string_view line) {
  const std::string_view name = line.substr(line.find_last_of(" \t") + 1);
  return line.starts_with("drwx") && base::unsigned_number(name);
}

bool shows(std::string_view line) {
  const std::optional<std::string_view> type = bare_type(line);
  return below(kFolder, line) || asks(line) || (type && *type == "DMA-FQ");
}

bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return shows(line) || bare_type(line) || line == kNothing || is_folder(line);
}

/// "103/type" and its value, "103/devices/0000:5e:00.0", or "103" alone.
void add_below(const Below& told, GroupTable& table) {
  const std::string_view digits = told.path.substr(0, told.path.find('/'));
  const std::optional<std::uint64_t> number = base::unsigned_number(digits);
  if (!number || *number > std::numeric_limits<unsigned>::max()) return;
  const auto group = static_cast<unsigned>(*number);
  const std::string_view rest = told.path.substr(std::min(digits.size() + 1, told.path.size()));
  constexpr std::string_view kDevices = "devices/";
  if (rest == "type" && !told.behind.empty())
    table.add_type(group, base::one_line(told.behind.substr(0, 40)));
  else if (rest.starts_with(kDevices) && rest.size() > kDevices.size())
    table.add_device(group, base::one_line(rest.substr(kDevices.size(), 40)));
}

/// Groups that are there keep a "total 0" from meaning that there are none: folders of sysfs have no size.
struct Signs {
  bool asked = false;
  bool empty = false;
  bool any = false;
};

void read(const Block& block, facts::Machine& machine) {
  GroupTable table;
  Signs signs;
  for (const Line& line : block.lines) {
    const std::string_view text = base::trimmed(line.text);
    table.place = block.place(line);
    if (asks(text)) {
      signs.asked = true;
    } else if (const auto told = below(kFolder, text)) {
      if (told->absent)
        table.set_absent();
      else
        add_below(*told, table);
    } else if (const auto type = bare_type(text)) {
      table.add_bare_type(std::string(*type));
    } else {
      signs.empty = signs.empty || text == kNothing;
      signs.any = signs.any || is_folder(text);
    }
  }
  if (signs.asked && signs.empty && !signs.any) table.set_empty();
  table.merge_into(machine.kernel.iommu.groups);
}

bool shows_alone(std::string_view line) { return base::trimmed(line) == kNothing; }

bool nothing_continues(std::string_view) { return false; }

void read_alone(const Block& block, facts::Machine& machine) {
  if (block.lines.size() != 1 || !shows_alone(block.lines[0].text)) return;
  if (block.file.substr(block.file.rfind('/') + 1).find("iommu_groups") == std::string::npos) return;
  GroupTable table;
  table.place = block.place(block.lines[0]);
  table.set_empty();
  table.merge_into(machine.kernel.iommu.groups);
}

bool shows_type(std::string_view line) { return bare_type(line).has_value(); }

void read_types(const Block& block, facts::Machine& machine) {
  GroupTable table;
  for (const Line& line : block.lines) {
    table.place = block.place(line);
    if (const auto type = bare_type(line.text)) table.add_bare_type(std::string(*type));
  }
  table.merge_into(machine.kernel.iommu.groups);
}

}  // namespace

Kind iommu_groups() { return {.name = "iommu-groups", .shows = shows, .continues = continues, .read = read}; }

Kind lone_iommu_groups() {
  return {.name = "empty-folder", .shows = shows_alone, .continues = nothing_continues, .read = read_alone};
}

Kind lone_iommu_types() {
  return {.name = "iommu-types", .shows = shows_type, .continues = nothing_continues, .read = read_types};
}

}  // namespace railhead::text::setting
