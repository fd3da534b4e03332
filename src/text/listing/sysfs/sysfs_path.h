#pragma once

#include <optional>
#include <string_view>

namespace railhead::text::listing {

/// What a file below /sys/class/infiniband or /sys/class/infiniband_verbs holds.
enum class SysfsFile { gid, gid_type, gid_netdev, port_value, device_value, uverbs_device };

/// The path of such a file. `name` is the file's own: the index in a table, "*" for all of them, "state", "fw_ver"; for
/// uverbs_device the "uverbs0" whose device it is. `device` is empty where the path does not say it.
struct SysfsPath {
  SysfsFile file = SysfsFile::gid;
  std::string_view device;
  unsigned port = 1;
  std::string_view name;
};

/// A path in a line, and what stands before and behind it.
struct SysfsMatch {
  SysfsPath path;
  std::string_view before;
  std::string_view behind;
};

/// The path as /sys, a cat in the folder or a shell's glob writes it: "/sys/class/infiniband/mlx5_0/ports/1/gids/3",
/// "ports/1/gids/3", "gids/3", "gid_attrs/types/3". Directories on the way may hold colons (PCI addresses).
std::optional<SysfsMatch> sysfs_path(std::string_view line);

}  // namespace railhead::text::listing
