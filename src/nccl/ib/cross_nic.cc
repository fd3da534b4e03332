#include "base/format.h"
#include "fabric/net/addresses.h"
#include "fabric/net/rails.h"
#include "nccl/draft.h"

// NCCL_CROSS_NIC: by default (2) NCCL keeps a ring on one NIC but crosses where that promises more. On rails that are separate
// networks a connection across cannot be made, and the job hangs or dies; 0 rules it out. Source: NCCL's user guide.

namespace railhead::nccl {
namespace {

constexpr const char* kName = "NCCL_CROSS_NIC";

struct Verdict {
  std::optional<bool> separate;
  std::string reason;
  std::vector<facts::Evidence> evidence = {};
};

std::optional<std::vector<fabric::PortAddress>> addresses(const Place& place) {
  std::vector<fabric::PortAddress> found;
  for (const fabric::PortView& view : place.choice.ports) {
    const std::optional<fabric::PortAddress> address = fabric::address_of(place.machine, view);
    if (!address) return std::nullopt;
    found.push_back(*address);
  }
  return found;
}

std::string shown(const fabric::PortAddress& one) { return base::format("{} on {}", fabric::text(one.address), one.interface); }

/// A connection needs the way there and back.
std::optional<bool> connects(const Place& place, const fabric::PortAddress& one, const fabric::PortAddress& other) {
  const std::optional<bool> there = fabric::reaches(place.machine, one, other);
  const std::optional<bool> back = fabric::reaches(place.machine, other, one);
  if (!there || !back) return std::nullopt;
  return *there && *back;
}

Verdict apart(const Place& place, const fabric::PortAddress& one, const fabric::PortAddress& other) {
  return {true,
          base::format("rails are separate networks: no routes lead between {} and {}", shown(one), shown(other)),
          {seen(one.entry->gid, shown(one)), seen(other.entry->gid, shown(other)),
           seen(place.machine.network.routes, "no such routes (policy routing is not seen)")}};
}

/// Two rails that do not connect are enough: NCCL would cross between any.
Verdict roce(const Place& place) {
  const auto found = addresses(place);
  if (!found) return {std::nullopt, "the addresses of the RoCE ports are not all known"};
  for (std::size_t i = 0; i < found->size(); ++i)
    for (std::size_t j = i + 1; j < found->size(); ++j) {
      const std::optional<bool> connected = connects(place, found->at(i), found->at(j));
      if (!connected) return {std::nullopt, "the routes are not known"};
      if (!*connected) return apart(place, found->at(i), found->at(j));
    }
  return {false, base::format("every rail reaches the others, as {} does {}", shown(found->at(0)), shown(found->at(1)))};
}

/// The subnet prefix of an InfiniBand port: the first half of its GID 0 (InfiniBand Architecture Specification, 4.1.1).
std::optional<std::uint64_t> prefix(const fabric::PortView& view) {
  if (!view.port->gids.has()) return std::nullopt;
  for (const facts::GidEntry& entry : view.port->gids->entries) {
    if (entry.index != 0 || !entry.gid.has()) continue;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value = value << 8U | entry.gid->bytes[i];
    return value;
  }
  return std::nullopt;
}

Verdict infiniband(const Place& place) {
  std::vector<std::uint64_t> prefixes;
  for (const fabric::PortView& view : place.choice.ports) {
    const std::optional<std::uint64_t> one = prefix(view);
    if (!one) return {std::nullopt, "the subnet prefixes of the InfiniBand ports are not all known"};
    for (const std::uint64_t other : prefixes)
      if (other == *one) return {false, base::format("the ports are in one InfiniBand subnet ({:016x})", *one)};
    prefixes.push_back(*one);
  }
  return {true,
          base::format("each port is in an InfiniBand subnet of its own ({:016x}, {:016x})", prefixes[0], prefixes[1]),
          {seen(place.choice.ports[0].port->gids, base::format("subnet prefix {:016x}", prefixes[0])),
           seen(place.choice.ports[1].port->gids, base::format("subnet prefix {:016x}", prefixes[1]))}};
}

}  // namespace

void add_cross_nic(const Place& place, Draft& draft) {
  if (place.left_to_plugin()) return draft.withhold(kName, place.why);
  if (!place.over_rdma()) return;
  if (place.choice.ports.size() < 2) return draft.withhold(kName, "there is one port only");
  const Verdict verdict = place.transport == Transport::roce ? roce(place) : infiniband(place);
  if (verdict.separate == true) return draft.set(kName, "0", verdict.reason, verdict.evidence);
  const char* rest = verdict.separate ? "; NCCL decides by itself" : "; 0 is right where the rails are separate networks";
  draft.withhold(kName, verdict.reason + rest, verdict.evidence);
}

}  // namespace railhead::nccl
