#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "facts/known.h"
#include "facts/rdma/gid.h"

/// Network interfaces of this network namespace.
namespace railhead::facts {

/// An IPv4 address is held as the IPv4-mapped ::ffff:a.b.c.d, with a prefix length of 0..32 in `prefix_length` and `ipv4` true.
struct Address {
  Gid value;
  unsigned prefix_length = 0;
  bool ipv4 = false;
};

/// True when both are of one family and the shorter prefix covers the other's address.
bool same_subnet(const Address& one, const Address& other);

struct Interface {
  std::string name;
  Known<unsigned> mtu;
  Known<unsigned> type;      // ARPHRD: 1 Ethernet, 32 InfiniBand, 772 loopback
  Known<std::string> state;  // operstate: "up", "down", "unknown"
  Known<std::string> mac;
  Known<std::string> driver;
  Known<std::string> pci_address;  // not_found for virtual ones
  Known<std::vector<Address>> addresses;
};

/// One line of /proc/net/route or ipv6_route: to `destination`, out of `interface`, which is empty where the route refuses
/// packets (unreachable, prohibit, blackhole).
struct Route {
  Address destination;
  std::string interface;
  std::uint32_t metric = 0;
};

struct Network {
  Known<std::vector<Interface>> interfaces;
  Known<std::vector<Route>> routes;
};

const Interface* find(const Network& network, const std::string& name);

/// The interface by which packets to `address` leave by the main routing table: longest prefix, then lowest metric; not_found
/// when no route covers it. Policy routing (ip rule) is not seen.
Known<std::string> route_to(const Network& network, const Address& address);

}  // namespace railhead::facts
