#include "nri/plugin/link/appearance.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>

namespace railhead::nri {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// One of the events in `bytes` is about the name.
bool has_event_of(std::string_view bytes, std::string_view name) {
  while (bytes.size() >= sizeof(inotify_event)) {
    inotify_event event{};
    std::memcpy(&event, bytes.data(), sizeof event);
    bytes.remove_prefix(sizeof event);
    const std::string_view field = bytes.substr(0, event.len);  // filled up with NULs
    bytes.remove_prefix(field.size());
    if (field.substr(0, field.find('\0')) == name) return true;
  }
  return false;
}

}  // namespace

Appearance::Appearance(const std::string& socket)
    : folder_(folder_of(socket)),
      name_(socket.substr(socket.rfind('/') + 1)),
      events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

void Appearance::look() {
  // The same folder again changes nothing; a failure is a folder that is not there yet.
  if (events_.open())
    static_cast<void>(::inotify_add_watch(events_.number(), folder_.c_str(), IN_CREATE | IN_MOVED_TO | IN_ONLYDIR));
}

void Appearance::want(Waits& waits) const {
  if (events_.open()) waits.want(events_.number(), POLLIN);
}

bool Appearance::came() {
  bool found = false;
  std::array<char, 4096> buffer{};
  while (events_.open()) {
    const ssize_t count = ::read(events_.number(), buffer.data(), buffer.size());
    if (count <= 0) break;
    found = found || has_event_of({buffer.data(), static_cast<std::size_t>(count)}, name_);
  }
  return found;
}

}  // namespace railhead::nri
