#include "fabric/port/gids.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "facts/net/interface.h"

namespace railhead::fabric {
namespace {

/// An entry of an interface elsewhere is of no use here, even where the kernel lets it be read. Kernels before 4.5 do not name
/// the interface; the adapter's own then stands in.
bool is_here(const facts::Machine& machine, const facts::Device& device, const facts::GidEntry& entry) {
  if (!entry.gid.has() || facts::is_zero(*entry.gid)) return false;
  if (!machine.network.interfaces.has()) return true;
  const auto here = [&](const std::string& name) { return facts::find(machine.network, name) != nullptr; };
  if (entry.netdev.has()) return here(*entry.netdev);
  return !device.netdevs.has() || std::ranges::any_of(*device.netdevs, here);
}

std::vector<unsigned>& kind_of(Gids& gids, const facts::GidEntry& entry) {
  if (!entry.type.has()) return gids.untyped;
  if (*entry.type != facts::GidType::roce_v2) return gids.v1;
  if (facts::is_autoconf(*entry.gid)) return gids.v2_autoconf;
  if (facts::is_ipv4(*entry.gid)) return gids.v2_ipv4;
  return facts::is_link_local(*entry.gid) ? gids.v2_link_local : gids.v2_ipv6;
}

facts::Evidence one(const facts::GidEntry& entry) {
  const std::string type = entry.type.has() ? facts::name(*entry.type) : "of unknown version";
  const std::string netdev = entry.netdev.has() ? base::format(" ({})", *entry.netdev) : "";
  return {base::format("GID {} {} {}{}", entry.index, facts::text(*entry.gid), type, netdev), entry.gid.source()};
}

}  // namespace

Gids gids_of(const facts::Machine& machine, const facts::Device& device, const facts::GidTable& table) {
  Gids gids;
  for (const facts::GidEntry& entry : table.entries) {
    if (!is_here(machine, device, entry)) continue;
    gids.here.push_back(&entry);
    kind_of(gids, entry).push_back(entry.index);
  }
  return gids;
}

std::vector<facts::Evidence> shown(const Gids& gids, std::size_t most) {
  std::vector<facts::Evidence> evidence;
  for (const facts::GidEntry* entry : gids.here) {
    if (evidence.size() == most) break;
    evidence.push_back(one(*entry));
  }
  return evidence;
}

}  // namespace railhead::fabric
