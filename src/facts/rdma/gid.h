#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Global identifiers: 128 bits in the form of an IPv6 address (InfiniBand Architecture Specification, volume 1, 4.1).
namespace railhead::facts {

struct Gid {
  std::array<std::uint8_t, 16> bytes{};
  bool operator==(const Gid&) const = default;
  auto operator<=>(const Gid&) const = default;
};

/// As gid_attrs/types has it: "IB/RoCE v1" is one text for both; which one follows from the port's link layer.
enum class GidType { ib, roce_v1, roce_v2 };
const char* name(GidType type);

/// Reads sysfs' form, eight groups of four hexadecimal digits ("fe80:0000:...:0001"), nothing else.
std::optional<Gid> parse_gid(std::string_view text);

bool is_zero(const Gid& gid);
/// fe80::/10
bool is_link_local(const Gid& gid);
/// ::ffff:a.b.c.d, the GID of an interface with an IPv4 address
bool is_ipv4(const Gid& gid);
/// 169.254.0.0/16 as IPv4-mapped GID
bool is_autoconf(const Gid& gid);
/// The address in host byte order; only when is_ipv4().
std::uint32_t ipv4_of(const Gid& gid);

/// "10.0.0.1" for IPv4-mapped ones, else the shortest IPv6 text (RFC 5952).
std::string text(const Gid& gid);

}  // namespace railhead::facts
