#include "sys/live_kernel.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/statvfs.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "sys/child.h"
#include "sys/descriptor.h"
#include "sys/library/verbs.h"

namespace railhead::sys {
namespace {

using namespace std::chrono_literals;

constexpr const char* kLoads = "loads";

/// The four or sixteen bytes of an AF_INET or AF_INET6 socket address; empty for others.
std::string address_bytes(const sockaddr* address) {
  if (!address) return {};
  if (address->sa_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, address, sizeof four);
    return {reinterpret_cast<const char*>(&four.sin_addr), sizeof four.sin_addr};
  }
  if (address->sa_family == AF_INET6) {
    sockaddr_in6 six{};
    std::memcpy(&six, address, sizeof six);
    return {reinterpret_cast<const char*>(&six.sin6_addr), sizeof six.sin6_addr};
  }
  return {};
}

unsigned prefix_of(const sockaddr* mask) {
  unsigned bits = 0;
  for (const char byte : address_bytes(mask)) bits += static_cast<unsigned>(std::popcount(static_cast<unsigned char>(byte)));
  return bits;
}

}  // namespace

Outcome<FileSystemUse> LiveKernel::file_system(std::string_view path) const {
  struct statvfs found{};
  if (::statvfs(std::string(path).c_str(), &found) != 0) return std::unexpected(Errno{errno});
  return FileSystemUse{.size = found.f_blocks * found.f_frsize, .available = found.f_bavail * found.f_frsize};
}

Outcome<bool> LiveKernel::opens(std::string_view path) const {
  const Descriptor device(::open(std::string(path).c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!device.open()) return std::unexpected(Errno{errno});
  return true;
}

Outcome<std::vector<InterfaceAddress>> LiveKernel::addresses() const {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return std::unexpected(Errno{errno});
  std::vector<InterfaceAddress> found;
  for (const ifaddrs* entry = first; entry; entry = entry->ifa_next) {
    std::string bytes = address_bytes(entry->ifa_addr);
    if (!bytes.empty()) found.push_back({entry->ifa_name, std::move(bytes), prefix_of(entry->ifa_netmask)});
  }
  ::freeifaddrs(first);
  return found;
}

Outcome<LibraryLoad> LiveKernel::library(std::string_view name) const {
  const std::string file(name);
  const auto load = [&file]() -> std::string {
    if (::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return kLoads;
    const char* words = ::dlerror();
    return words ? words : "dlopen failed without a word";
  };
  const base::Result<std::string> answer = in_child("loading " + file, load, 5s);
  if (!answer) return std::unexpected(Errno{answer.error().transient ? ETIMEDOUT : EIO});
  if (answer->empty()) return std::unexpected(Errno{EIO});  // its constructor ended the child
  if (*answer == kLoads) return LibraryLoad{.loads = true, .error = {}};
  return LibraryLoad{.loads = false, .error = *answer};
}

Outcome<std::vector<VerbsDevice>> LiveKernel::verbs() const { return verbs_devices_in_child(10s); }

}  // namespace railhead::sys
