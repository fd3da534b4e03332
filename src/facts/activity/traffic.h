#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"

/// What adapters and interfaces have moved: two readings show what was moved between them.
namespace railhead::facts {

/// Bytes of a port of an adapter, by RDMA, since its driver was loaded; nothing where the driver counts no bytes. They are the
/// device's: what other containers move over the same function is in them.
struct PortTraffic {
  std::string device = {};
  unsigned port = 1;
  std::optional<std::uint64_t> sent = {};
  std::optional<std::uint64_t> received = {};
};

/// Bytes of an interface of this network namespace, by the kernel's own network stack.
struct InterfaceTraffic {
  std::string name = {};
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

struct Traffic {
  Known<std::uint64_t> uptime = {};  // milliseconds: when this was read, by the node's own clock
  Known<std::vector<PortTraffic>> ports = {};
  Known<std::vector<InterfaceTraffic>> interfaces = {};
};

/// What one port or interface moved between two readings, both ways together.
struct Moved {
  std::string name = {};  // "mlx5_0/1", "eth0"
  std::uint64_t bytes = 0;
};

/// Between two readings of one machine. Without `rdma` or `interfaces` that part was not counted in both; a counter that went
/// back (a driver was loaded anew) is left out.
struct Movement {
  std::uint64_t milliseconds = 0;
  std::optional<std::vector<Moved>> rdma = {};
  std::optional<std::vector<Moved>> interfaces = {};
};

/// Nothing where the time between the two is not known.
std::optional<Movement> movement(const Traffic& before, const Traffic& after);

/// The bytes of all of them.
std::uint64_t total(const std::vector<Moved>& all);

}  // namespace railhead::facts
