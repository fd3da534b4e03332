#include "cli/rendezvous.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <chrono>

#include "base/format.h"
#include "base/text.h"
#include "facts/net/address_text.h"
#include "sys/child.h"

namespace railhead::cli {
namespace {

std::string number_of(const addrinfo& info) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* address = info.ai_family == AF_INET
                            ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(info.ai_addr)->sin_addr)
                            : static_cast<const void*>(&reinterpret_cast<const sockaddr_in6*>(info.ai_addr)->sin6_addr);
  return ::inet_ntop(info.ai_family, address, text.data(), text.size()) ? std::string(text.data()) : "";
}

/// The first address of a name, empty without one. Name services may hang, and may load libraries: in a child.
base::Result<std::string> resolved(const std::string& name) {
  const auto ask = [&name]() -> std::string {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0) return "";
    for (const addrinfo* info = found; info; info = info->ai_next)
      if (info->ai_family == AF_INET || info->ai_family == AF_INET6) return number_of(*info);
    return "";
  };
  return sys::in_child("resolving " + base::printable(name.substr(0, 80)), ask, std::chrono::seconds(3));
}

base::Result<facts::Address> address_of(const std::string& text, bool live) {
  if (const auto address = facts::parse_host_address(text)) return *address;
  const std::string shown = base::one_line(text.substr(0, 80));
  const base::Error not_one{.code = base::Code::usage,
                            .message = base::format("'{}' is not an address", shown),
                            .suggestion = "Give a number: --rendezvous 10.0.0.2 or --rendezvous fd00::2."};
  if (!live || text.find('\0') != std::string::npos) return std::unexpected(not_one);
  const base::Result<std::string> number = resolved(text);
  if (!number) return std::unexpected(number.error());
  if (const auto address = facts::parse_host_address(*number)) return *address;
  base::Error error = not_one;
  error.message = base::format("'{}' is not an address, and as a name it does not resolve", shown);
  return std::unexpected(error);
}

}  // namespace

base::Result<void> take_rendezvous(const std::string& given, const sys::World& world, nccl::Request& request) {
  const std::string text = given.empty() ? sys::value_of(world.environ, "MASTER_ADDR").value_or("") : given;
  if (text.empty()) return {};
  const base::Result<facts::Address> address = address_of(text, world.live);
  if (address) {
    request.rendezvous = *address;
    return {};
  }
  if (!given.empty()) return std::unexpected(address.error());
  request.no_rendezvous =
      base::format("MASTER_ADDR={} {}", base::one_line(text.substr(0, 80)),
                   world.live ? "does not resolve here" : "is a name, which cannot be resolved for another machine");
  return {};
}

}  // namespace railhead::cli
