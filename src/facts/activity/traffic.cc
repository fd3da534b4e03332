#include "facts/activity/traffic.h"

#include <algorithm>

namespace railhead::facts {
namespace {

std::string name_of(const PortTraffic& port) { return port.device + "/" + std::to_string(port.port); }

bool counts(const PortTraffic& port) { return port.sent && port.received; }

std::optional<std::vector<Moved>> moved_by(const Known<std::vector<PortTraffic>>& before,
                                           const Known<std::vector<PortTraffic>>& after) {
  if (!before || !after) return std::nullopt;
  std::vector<Moved> all;
  for (const PortTraffic& then : *before) {
    const auto now = std::ranges::find_if(*after, [&](const PortTraffic& each) { return name_of(each) == name_of(then); });
    if (now == after->end() || !counts(then) || !counts(*now)) continue;
    if (*now->sent < *then.sent || *now->received < *then.received) continue;
    all.push_back({name_of(then), (*now->sent - *then.sent) + (*now->received - *then.received)});
  }
  if (all.empty()) return std::nullopt;
  return all;
}

std::optional<std::vector<Moved>> moved_by(const Known<std::vector<InterfaceTraffic>>& before,
                                           const Known<std::vector<InterfaceTraffic>>& after) {
  if (!before || !after) return std::nullopt;
  std::vector<Moved> all;
  for (const InterfaceTraffic& then : *before) {
    const auto now = std::ranges::find(*after, then.name, &InterfaceTraffic::name);
    if (now == after->end() || now->sent < then.sent || now->received < then.received) continue;
    all.push_back({then.name, (now->sent - then.sent) + (now->received - then.received)});
  }
  return all;
}

}  // namespace

std::optional<Movement> movement(const Traffic& before, const Traffic& after) {
  if (!before.uptime || !after.uptime || *after.uptime <= *before.uptime) return std::nullopt;
  return Movement{.milliseconds = *after.uptime - *before.uptime,
                  .rdma = moved_by(before.ports, after.ports),
                  .interfaces = moved_by(before.interfaces, after.interfaces)};
}

std::uint64_t total(const std::vector<Moved>& all) {
  std::uint64_t bytes = 0;
  for (const Moved& each : all) bytes += each.bytes;
  return bytes;
}

}  // namespace railhead::facts
