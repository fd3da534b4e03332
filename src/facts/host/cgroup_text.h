#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/host/mount_info.h"

/// Where the memory controller of a process's control group is. Source: cgroups(7), cgroup_namespaces(7).
namespace railhead::facts {

/// One line of /proc/PID/cgroup: "4:memory:/jobs/a" (version 1) or "0::/jobs/a" (version 2). The path is relative to the root
/// of the reader's cgroup namespace, and begins with /.. where it lies outside.
struct ControlGroup {
  unsigned version = 2;
  std::string path;
};

/// The group that accounts memory: that of version 1's memory controller where there is one (hybrid machines have both), else
/// that of version 2. Nothing when the text names neither.
std::optional<ControlGroup> memory_group(std::string_view text);

/// The group of version 2 that the process is in, which accounts CPU time wherever version 1 does not; nothing without one.
std::optional<ControlGroup> unified_group(std::string_view text);

/// A group as a folder: `mount` is the mount point of the controller, `below` the path under it, "" for the mount's own root.
struct GroupFolder {
  std::string mount;
  std::string below;
};

/// Nothing when no mount of that controller shows the group: it is not mounted here, or only a part of the hierarchy is, of
/// which the group is no member.
std::optional<GroupFolder> folder_of(const ControlGroup& group, const std::vector<Mount>& mounts);

/// The folders from `below` up to the root: "/a/b", "/a", "".
std::vector<std::string> levels(std::string_view below);

}  // namespace railhead::facts
