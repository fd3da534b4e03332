#include "nri/plugin/link/reach.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

Trouble trouble_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return Trouble::absent;
    case ECONNREFUSED: return Trouble::refuses;
    case EACCES:
    case EPERM: return Trouble::forbidden;
    case EAGAIN: return Trouble::busy;
    default: return Trouble::unusable;
  }
}

std::string advice(Trouble trouble) {
  switch (trouble) {
    case Trouble::absent: return "Is the runtime running, and is NRI on? " + how_to_enable();
    case Trouble::refuses: return "The socket is left from a runtime that ended, or NRI is off by now. " + how_to_enable();
    case Trouble::forbidden:
      return "Run the plugin as root. Under SELinux a container of type container_t may not connect to the runtime: it needs a "
             "type of its own (docs/nri.md).";
    case Trouble::busy: return "The runtime does not take connections; see its own log.";
    default: return "Name the socket of NRI with --socket. " + how_to_enable();
  }
}

Failure failure(const std::string& path, int error) {
  const Trouble trouble = trouble_of(error);
  return {.trouble = trouble,
          .message = base::format("cannot reach a runtime at {}", base::one_line(path)),
          .cause = std::strerror(error),
          .suggestion = advice(trouble)};
}

}  // namespace

bool fits_socket(const std::string& path) { return !path.empty() && path.size() < sizeof sockaddr_un{}.sun_path; }

std::expected<sys::Descriptor, Failure> reach(const std::string& path) {
  if (!fits_socket(path)) return std::unexpected(failure(path, ENAMETOOLONG));
  sys::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.open()) return std::unexpected(failure(path, errno));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  // A unix socket is connected at once or not at all: EAGAIN says that its queue is full.
  if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return std::unexpected(failure(path, errno));
  return socket;
}

std::string how_to_enable() {
  return "containerd 1.7: disable = false in [plugins.\"io.containerd.nri.v1.nri\"] of /etc/containerd/config.toml, then "
         "restart it. containerd 2: NRI is on unless disable = true stands there. CRI-O: enable_nri = true in [crio.nri]. "
         "The plugin keeps trying.";
}

}  // namespace railhead::nri
