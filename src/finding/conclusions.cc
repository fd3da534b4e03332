#include "finding/conclusions.h"

#include <algorithm>

#include "fabric/device/claim.h"
#include "fabric/port/gids.h"
#include "facts/log/run.h"
#include "facts/rdma/unnamed.h"
#include "finding/log/proof.h"
#include "finding/rdma/ports_apart.h"
#include "finding/told.h"

namespace railhead::check {
namespace {

using facts::LinkLayer;

/// The index of a RoCE v2 GID of IPv4, else of a routable IPv6 one, in this network namespace.
std::optional<unsigned> best_gid(const facts::Machine& machine, const facts::Device& device, const facts::Port& port) {
  if (!port.gids) return std::nullopt;
  const Gids gids = gids_of(machine, device, *port.gids);
  if (!gids.v2_ipv4.empty()) return gids.v2_ipv4.front();
  if (!gids.v2_ipv6.empty()) return gids.v2_ipv6.front();
  return std::nullopt;
}

std::optional<std::vector<const facts::Device*>> usable_devices(const facts::Machine& machine) {
  if (!machine.rdma.devices) return std::nullopt;
  std::vector<const facts::Device*> found;
  for (const facts::Device& device : *machine.rdma.devices) {
    if (device.name == facts::kUnnamed || device.ports.empty()) return std::nullopt;
    bool any = false;
    for (const facts::Port& port : device.ports) {
      const std::optional<bool> is = usable_as_told(machine, device, port);
      if (!is) return std::nullopt;
      any = any || *is;
    }
    if (any) found.push_back(&device);
  }
  return found;
}

bool is_self_assigned(const facts::Machine& machine, const facts::Device& device) {
  bool autoconf = false;
  for (const facts::Port& port : device.ports) {
    if (!port.gids) return false;
    for (const facts::GidEntry* entry : gids_of(machine, device, *port.gids).here) {
      if (facts::is_link_local(*entry->gid)) continue;
      if (!facts::is_autoconf(*entry->gid)) return false;
      autoconf = true;
    }
  }
  return autoconf;
}

bool is_ethernet(const facts::Device& device) {
  return std::ranges::any_of(device.ports, [](const auto& port) { return port.link_layer.is(LinkLayer::ethernet); });
}

/// InfiniBand and RoCE do not reach each other: a job takes the kind of which there is more.
void keep_one_layer(std::vector<const facts::Device*>& devices) {
  const auto infiniband = std::ranges::count_if(devices, [](const auto* device) { return is_infiniband(*device); });
  const auto ethernet = std::ranges::count_if(devices, [](const auto* device) { return is_ethernet(*device); });
  if (infiniband == 0 || ethernet == 0) return;
  std::erase_if(devices, [&](const facts::Device* device) {
    return ethernet <= infiniband ? is_ethernet(*device) && !is_infiniband(*device) : is_infiniband(*device);
  });
}

std::vector<std::string> names_of(const std::vector<const facts::Device*>& devices) {
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const facts::Device* device : devices) names.push_back(device->name);
  return names;
}

std::vector<std::string> chosen(const Input& input, std::vector<const facts::Device*> devices) {
  keep_one_layer(devices);
  std::vector<const facts::Device*> kept = devices;
  const std::vector<Apart> apart = ports_apart(input);
  std::erase_if(kept, [&](const facts::Device* device) {
    return is_self_assigned(input.machine, *device) ||
           std::ranges::any_of(apart, [&](const Apart& each) { return each.device == device->name; });
  });
  return names_of(kept.empty() ? devices : kept);
}

void conclude_of_machine(const Input& input, Conclusions& found) {
  const facts::Machine& machine = input.machine;
  if (const auto devices = usable_devices(machine)) {
    found.usable_devices = names_of(*devices);
    if (!devices->empty()) found.chosen_devices = chosen(input, *devices);
  }
  if (!machine.rdma.devices) return;
  for (const facts::Device& device : *machine.rdma.devices)
    for (const facts::Port& port : device.ports)
      if (const auto index = best_gid(machine, device, port); index && !port.link_layer.is(LinkLayer::infiniband))
        found.gid_index.try_emplace(device.name, *index);
}

void conclude_of_log(const facts::LogRun& log, Conclusions& found) {
  found.transport = transport_of(log);
  found.rdma_used = rdma_used(log);
  for (const facts::LogRank& rank : log.ranks) {
    const LogNetwork network = network_of(log, rank);
    if (network == LogNetwork::rdma) found.over_rdma.push_back(name_of(rank));
    if (network == LogNetwork::socket) found.over_sockets.push_back(name_of(rank));
  }
  if (!found.over_rdma.empty() && !found.over_sockets.empty()) return;
  found.over_rdma.clear();
  found.over_sockets.clear();
}

}  // namespace

Conclusions conclusions_of(const Input& input) {
  Conclusions found;
  if (input.log != nullptr) conclude_of_log(*input.log, found);
  if (input.machines.size() <= 1) conclude_of_machine(input, found);
  if (const auto& memlock = input.machine.process.memlock) {
    const std::optional<std::uint64_t>& soft = memlock->soft;
    found.memlock = soft ? memlock::Allowance{base::Bytes{*soft}} : memlock::Allowance{};
  }
  return found;
}

}  // namespace railhead::check
