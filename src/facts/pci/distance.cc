#include <algorithm>

#include "facts/pci/function.h"

namespace railhead::facts {
namespace {

/// How many components two chains share, from the host bridge down.
std::size_t shared_components(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  const auto [left, right] = std::ranges::mismatch(one, other);
  return static_cast<std::size_t>(left - one.begin());
}

/// Bridges between the last shared component and the function itself. A switch on the way is two of them, its upstream and its
/// downstream port; where the shared component is inside the switch only the downstream port is left.
std::size_t bridges_below(const std::vector<std::string>& chain, std::size_t shared) {
  return chain.size() > shared ? chain.size() - shared - 1 : 0;
}

Distance across_host_bridges(const PciFunction& one, const PciFunction& other) {
  if (one.numa_node.value_or(-1) < 0 || other.numa_node.value_or(-1) < 0) return Distance::unknown_host_bridges;
  return *one.numa_node == *other.numa_node ? Distance::node : Distance::sys;
}

}  // namespace

const char* name(Distance distance) {
  switch (distance) {
    case Distance::pix: return "PIX";
    case Distance::pxb: return "PXB";
    case Distance::phb: return "PHB";
    case Distance::node: return "NODE";
    case Distance::sys: return "SYS";
    case Distance::unknown_host_bridges: return "UNKNOWN-HB";
  }
  return "UNKNOWN-HB";
}

std::optional<Distance> distance(const PciFunction& one, const PciFunction& other) {
  if (one.chain.empty() || other.chain.empty()) return std::nullopt;
  const std::size_t shared = shared_components(one.chain, other.chain);
  if (shared == 0) return across_host_bridges(one, other);
  if (shared == 1) return Distance::phb;
  const bool near = bridges_below(one.chain, shared) <= 1 && bridges_below(other.chain, shared) <= 1;
  return near ? Distance::pix : Distance::pxb;
}

}  // namespace railhead::facts
