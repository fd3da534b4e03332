#include "nri/plugin/http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

struct Address {
  sockaddr_storage storage{};
  socklen_t length = 0;

  const sockaddr* plain() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* plain() { return reinterpret_cast<sockaddr*>(&storage); }
};

template <class T>
Address address_of(const T& filled) {
  Address address{.length = sizeof filled};
  std::memcpy(&address.storage, &filled, sizeof filled);
  return address;
}

std::optional<Address> parsed(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = base::unsigned_number(text.substr(colon + 1));
  if (!port || *port > 65535) return std::nullopt;
  std::string host(text.substr(0, colon));
  const bool six = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (six) {
    sockaddr_in6 filled{};
    filled.sin6_family = AF_INET6;
    filled.sin6_port = htons(static_cast<std::uint16_t>(*port));
    if (::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &filled.sin6_addr) != 1) return std::nullopt;
    return address_of(filled);
  }
  sockaddr_in filled{};
  filled.sin_family = AF_INET;
  filled.sin_port = htons(static_cast<std::uint16_t>(*port));
  if (::inet_pton(AF_INET, host.c_str(), &filled.sin_addr) != 1) return std::nullopt;
  return address_of(filled);
}

/// The address that the socket has: the port is known now.
std::string told(int socket) {
  Address address{.length = sizeof(sockaddr_storage)};
  ::getsockname(socket, address.plain(), &address.length);
  std::array<char, INET6_ADDRSTRLEN> host{};
  if (address.storage.ss_family == AF_INET6) {
    sockaddr_in6 filled{};
    std::memcpy(&filled, &address.storage, sizeof filled);
    ::inet_ntop(AF_INET6, &filled.sin6_addr, host.data(), host.size());
    return base::format("[{}]:{}", host.data(), ntohs(filled.sin6_port));
  }
  sockaddr_in filled{};
  std::memcpy(&filled, &address.storage, sizeof filled);
  ::inet_ntop(AF_INET, &filled.sin_addr, host.data(), host.size());
  return base::format("{}:{}", host.data(), ntohs(filled.sin_port));
}

base::Error cannot_listen(std::string_view text, int error) {
  return {.code = base::Code::unavailable,
          .message = base::format("cannot listen on {} for metrics", base::one_line(text)),
          .cause = std::strerror(error),
          .suggestion = error == EADDRINUSE
                            ? "Another program, or another railhead nri, has the port: choose one with --metrics ADDRESS:PORT, "
                              "or --metrics off."
                            : "Choose an address of this machine with --metrics ADDRESS:PORT, or --metrics off."};
}

}  // namespace

base::Result<Listener> listen_on(std::string_view text) {
  const auto address = parsed(text);
  if (!address)
    return std::unexpected(base::Error{
        .code = base::Code::usage,
        .message = base::format("--metrics: expected ADDRESS:PORT with a numeric address, found '{}'", base::one_line(text)),
        .suggestion = "For example 127.0.0.1:9465, [::1]:9465, 0.0.0.0:9465, or off."});
  sys::Descriptor socket(::socket(address->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.open()) return std::unexpected(cannot_listen(text, errno));
  const int on = 1;  // a port that a plugin before us had is free at once
  ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket.number(), address->plain(), address->length) != 0 || ::listen(socket.number(), 16) != 0)
    return std::unexpected(cannot_listen(text, errno));
  std::string where = told(socket.number());
  return Listener{.socket = std::move(socket), .address = std::move(where)};
}

}  // namespace railhead::nri
