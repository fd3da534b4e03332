#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The mounts of a process. Source: proc_pid_mountinfo(5).
namespace railhead::facts {

/// One line of /proc/PID/mountinfo, with \040 and the like decoded. `root` is the folder of the file system that is mounted
/// here; `options` are those of the file system (the last field).
struct Mount {
  std::string root;
  std::string point;
  std::string type;
  std::string source;
  std::string options;
};

/// In order of the file: of two at one point the later covers the earlier. Lines of another form are left out.
std::vector<Mount> parse_mount_info(std::string_view text);

/// The mount seen at `point`, the last one there; nullptr without one.
const Mount* mounted_at(const std::vector<Mount>& mounts, std::string_view point);

/// True when `option` is one of the comma-separated options.
bool has_option(const Mount& mount, std::string_view option);

}  // namespace railhead::facts
