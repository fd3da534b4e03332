#include "facts/net/interface.h"

#include <algorithm>
#include <utility>

namespace railhead::facts {
namespace {

constexpr unsigned kMappedBits = 96;  // an IPv4 address is the last 32 bits of its mapped form
constexpr unsigned kAllBits = 128;

/// The prefix in bits of the 16 bytes; a length beyond the family's is taken as a host's.
unsigned prefix_bits(const Address& address) {
  return std::min(address.prefix_length + (address.ipv4 ? kMappedBits : 0U), kAllBits);
}

bool same_start(const Gid& one, const Gid& other, unsigned bits) {
  const unsigned whole = bits / 8;
  if (!std::equal(one.bytes.begin(), one.bytes.begin() + whole, other.bytes.begin())) return false;
  const unsigned rest = bits % 8;
  if (rest == 0) return true;
  const unsigned difference = one.bytes[whole] ^ other.bytes[whole];
  return (difference >> (8 - rest)) == 0;
}

bool covers(const Route& route, const Address& address) {
  return route.destination.ipv4 == address.ipv4 &&
         same_start(route.destination.value, address.value, prefix_bits(route.destination));
}

/// True when `one` is taken before `other`, both covering the address asked for.
bool wins(const Route& one, const Route& other) {
  if (one.destination.prefix_length != other.destination.prefix_length)
    return one.destination.prefix_length > other.destination.prefix_length;
  return one.metric < other.metric;
}

}  // namespace

bool same_subnet(const Address& one, const Address& other) {
  return one.ipv4 == other.ipv4 && same_start(one.value, other.value, std::min(prefix_bits(one), prefix_bits(other)));
}

const Interface* find(const Network& network, const std::string& name) {
  if (!network.interfaces) return nullptr;
  for (const Interface& interface : *network.interfaces)
    if (interface.name == name) return &interface;
  return nullptr;
}

Known<std::string> route_to(const Network& network, const Address& address) {
  if (!network.routes) return {network.routes.missing(), network.routes.source()};
  const Route* best = nullptr;
  for (const Route& route : *network.routes)
    if (covers(route, address) && (best == nullptr || wins(route, *best))) best = &route;
  if (best == nullptr) return {Missing{Why::not_found, "no route covers it"}, network.routes.source()};
  if (best->interface.empty()) return {Missing{Why::not_found, "a route refuses it"}, network.routes.source()};
  return {best->interface, network.routes.source()};
}

}  // namespace railhead::facts
