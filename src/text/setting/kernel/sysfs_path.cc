#include "text/setting/kernel/sysfs_path.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::text::setting {

std::optional<Below> below(std::string_view folder, std::string_view line) {
  constexpr std::size_t kLongest = 400;
  constexpr std::string_view kAbsent = "No such file or directory";
  line = base::trimmed(line.substr(0, kLongest));
  const bool absent = line.ends_with(kAbsent);
  const std::size_t start = line.find(folder);
  if (start == std::string_view::npos || (start != 0 && !absent)) return std::nullopt;
  const std::string_view rest = line.substr(start + folder.size());
  if (!rest.empty() && std::string_view("/:' ").find(rest[0]) == std::string_view::npos) return std::nullopt;
  std::string_view path = rest.substr(0, rest.find_first_of(" \t'"));
  // A PCI address has colons of its own, the value of a file is behind the first.
  const std::size_t colon = path.find("/devices/") == std::string_view::npos ? path.find(':') : std::string_view::npos;
  path = path.substr(0, colon);
  std::string_view behind = base::trimmed(rest.substr(path.size()));
  if (behind.starts_with(':')) behind = base::trimmed(behind.substr(1));
  if (path.starts_with('/')) path.remove_prefix(1);
  return Below{.path = path, .behind = behind, .absent = absent};
}

}  // namespace railhead::text::setting
