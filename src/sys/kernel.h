#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sys/errno.h"

/// What only a system call can tell. Everything that is a file is read through FileTree instead, so that it replays.
namespace railhead::sys {

/// statvfs(3): size of a file system and what is left of it, in bytes.
struct FileSystemUse {
  std::uint64_t size = 0;
  std::uint64_t available = 0;
};

/// One address of getifaddrs(3). `address` is in network byte order, 4 or 16 bytes long.
struct InterfaceAddress {
  std::string interface;
  std::string address;
  unsigned prefix_length = 0;
};

/// What dlopen(3) said of a library, tried in a child process so that a broken one cannot take us down.
struct LibraryLoad {
  bool loads = false;
  std::string error;  // the loader's own words; empty when it loads
};

/// A port as ibv_query_port(3) sees it; MTUs in bytes.
struct VerbsPort {
  unsigned number = 1;
  unsigned active_mtu = 0;
  unsigned max_mtu = 0;
};

/// A device as libibverbs lists it: `opened` is 0 or the errno of ibv_open_device(3).
struct VerbsDevice {
  std::string name;
  int opened = 0;
  std::vector<VerbsPort> ports;
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual Outcome<FileSystemUse> file_system(std::string_view path) const = 0;
  /// Opens a device node for reading and writing, non-blocking, and closes it again: nothing is registered or pinned.
  virtual Outcome<bool> opens(std::string_view path) const = 0;
  virtual Outcome<std::vector<InterfaceAddress>> addresses() const = 0;
  virtual Outcome<LibraryLoad> library(std::string_view name) const = 0;
  /// Every device libibverbs lists, each opened, asked for its ports and closed, in a child process with a time limit. ENOSYS
  /// when libibverbs cannot be loaded, ETIMEDOUT when it hangs.
  virtual Outcome<std::vector<VerbsDevice>> verbs() const = 0;
};

}  // namespace railhead::sys
