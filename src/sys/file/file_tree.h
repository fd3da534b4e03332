#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sys/errno.h"

/// Files below a root: the machine's own `/`, a captured tree, a snapshot. All paths are absolute and mean "below the root":
/// no link, absolute or with dots, leads out of it.
namespace railhead::sys {

enum class NodeType { file, folder, link, character_device, block_device, fifo, socket };

/// What lstat(2) says of a path: `mode` holds the twelve permission bits only; major and minor are those of a device.
struct Node {
  NodeType type = NodeType::file;
  std::uint32_t mode = 0;
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
};

/// The most a read gives: values in sysfs and procfs are a page; the largest files wanted (/proc/modules, /proc/self/mountinfo)
/// are below this. A longer file is EFBIG, never half a value.
constexpr std::size_t kReadLimit = 1 << 20;

/// A folder opened once, for many reads in it: a GID table has 256 of them a port.
class Folder {
 public:
  virtual ~Folder() = default;
  /// The whole file `name` in this folder (no slashes). Fails as FileTree::read does.
  virtual Outcome<std::string> read(std::string_view name) const = 0;
};

class FileTree {
 public:
  virtual ~FileTree() = default;

  /// The whole file, byte for byte. Only regular files are read (folders are EISDIR, others EOPNOTSUPP, without waiting for a
  /// FIFO's writer).
  virtual Outcome<std::string> read(std::string_view path) const = 0;
  /// Names in a folder without "." and "..", in natural order.
  virtual Outcome<std::vector<std::string>> list(std::string_view path) const = 0;
  /// The text of a symbolic link, as it stands there.
  virtual Outcome<std::string> link(std::string_view path) const = 0;
  /// lstat of the path: the last component is not followed.
  virtual Outcome<Node> node(std::string_view path) const = 0;
  virtual Outcome<std::unique_ptr<Folder>> folder(std::string_view path) const = 0;

  /// `path` with every link in it followed, as an absolute path below the root; ENOENT when something on the way is missing,
  /// ELOOP after 40 links.
  virtual Outcome<std::string> real(std::string_view path) const;

  /// True when something, of any type, is there (links followed).
  bool exists(std::string_view path) const;
};

}  // namespace railhead::sys
