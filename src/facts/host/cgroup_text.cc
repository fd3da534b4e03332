#include "facts/host/cgroup_text.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::facts {
namespace {

bool shows(const Mount& mount, unsigned version) {
  return version == 2 ? mount.type == "cgroup2" : mount.type == "cgroup" && has_option(mount, "memory");
}

/// The rest of `path` below the folder `root`, both absolute; "" when they are the same.
std::optional<std::string_view> below(std::string_view path, std::string_view root) {
  if (root.ends_with('/')) root.remove_suffix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (!path.starts_with(root)) return std::nullopt;
  path.remove_prefix(root.size());
  if (!path.empty() && path[0] != '/') return std::nullopt;
  return path;
}

/// A path with dots leads out of what the mount shows, whatever it says.
bool has_dots(std::string_view path) {
  const std::vector<std::string_view> parts = base::split(path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part == ".." || part == "."; });
}

}  // namespace

std::optional<ControlGroup> memory_group(std::string_view text) {
  std::optional<ControlGroup> found;
  for (const std::string_view line : base::lines(text)) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos || second + 1 == line.size() || line[second + 1] != '/') continue;
    const std::vector<std::string_view> controllers = base::split(line.substr(first + 1, second - first - 1), ',');
    const std::string path(line.substr(second + 1));
    if (std::find(controllers.begin(), controllers.end(), "memory") != controllers.end()) return ControlGroup{1, path};
    if (!found && line.starts_with("0::")) found = ControlGroup{2, path};
  }
  return found;
}

std::optional<ControlGroup> unified_group(std::string_view text) {
  constexpr std::string_view kStart = "0::";
  for (const std::string_view line : base::lines(text))
    if (line.starts_with(kStart) && line.substr(kStart.size()).starts_with('/'))
      return ControlGroup{2, std::string(line.substr(kStart.size()))};
  return std::nullopt;
}

std::optional<GroupFolder> folder_of(const ControlGroup& group, const std::vector<Mount>& mounts) {
  for (auto mount = mounts.rbegin(); mount != mounts.rend(); ++mount) {
    if (!shows(*mount, group.version)) continue;
    const std::optional<std::string_view> rest = below(group.path, mount->root);
    if (rest && !has_dots(*rest)) return GroupFolder{mount->point, std::string(*rest)};
  }
  return std::nullopt;
}

std::vector<std::string> levels(std::string_view below) {
  std::vector<std::string> found;
  constexpr std::size_t kDeepest = 100;  // far beyond what nests in practice; each level is a file to read
  for (; !below.empty() && found.size() < kDeepest; below = below.substr(0, below.rfind('/'))) found.emplace_back(below);
  found.emplace_back("");
  return found;
}

}  // namespace railhead::facts
