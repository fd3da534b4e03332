#include "report/explain/conclusions.h"

#include <algorithm>

#include "fabric/device/claim.h"
#include "fabric/port/gids.h"
#include "memlock/model.h"
#include "text/listing/listings.h"

// Listings leave out what a probe sees: whether a node opens, which interfaces are here. What they do not tell is taken for
// well here, since it is the texts that are judged, and the findings say what is unknown.

namespace railhead::report {
namespace {

using facts::LinkLayer;
using facts::PortState;

bool is_active(const facts::Port& port) { return port.state.is(PortState::active) || port.state.is(PortState::active_defer); }

/// The index of a RoCE v2 GID of IPv4, else of a routable IPv6 one, in this network namespace.
std::optional<unsigned> best_gid(const facts::Machine& machine, const facts::Device& device, const facts::Port& port) {
  if (!port.gids) return std::nullopt;
  const fabric::Gids gids = fabric::gids_of(machine, device, *port.gids);
  if (!gids.v2_ipv4.empty()) return gids.v2_ipv4.front();
  if (!gids.v2_ipv6.empty()) return gids.v2_ipv6.front();
  return std::nullopt;
}

/// True, false, or nothing where the texts leave it open.
std::optional<bool> usable(const facts::Machine& machine, const facts::Device& device, const facts::Port& port) {
  const facts::PortUse use = facts::port_use(machine, device, port);
  if (use.usable == facts::Usable::no) return false;
  if (!port.state) return std::nullopt;
  if (!is_active(port)) return false;
  if (fabric::claim(machine, device) == fabric::Claim::foreign) return false;
  return true;
}

std::optional<std::vector<std::string>> usable_devices(const facts::Machine& machine) {
  if (!machine.rdma.devices) return std::nullopt;
  std::vector<std::string> names;
  for (const facts::Device& device : *machine.rdma.devices) {
    if (device.name == text::kUnnamed) return std::nullopt;
    bool any = false;
    for (const facts::Port& port : device.ports) {
      const std::optional<bool> is = usable(machine, device, port);
      if (!is) return std::nullopt;
      any = any || *is;
    }
    if (device.ports.empty()) return std::nullopt;
    if (any) names.push_back(device.name);
  }
  return names;
}

}  // namespace

MachineConclusions conclusions_of(const facts::Machine& machine) {
  MachineConclusions found{.usable_devices = usable_devices(machine)};
  if (machine.rdma.devices)
    for (const facts::Device& device : *machine.rdma.devices)
      for (const facts::Port& port : device.ports)
        if (const auto index = best_gid(machine, device, port); index && !port.link_layer.is(LinkLayer::infiniband))
          found.gid_index.try_emplace(device.name, *index);
  if (machine.process.memlock) {
    const std::optional<std::uint64_t>& soft = machine.process.memlock->soft;
    found.memlock = soft ? memlock::Allowance{base::Bytes{*soft}} : memlock::Allowance{};
  }
  return found;
}

}  // namespace railhead::report
