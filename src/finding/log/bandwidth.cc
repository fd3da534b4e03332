#include "finding/log/bandwidth.h"

#include <algorithm>

#include "base/format.h"
#include "fabric/port/ports.h"

namespace railhead::check {

std::optional<LinkRate> slowest_link(std::span<const facts::Machine> machines, const std::string& device) {
  std::optional<LinkRate> slowest;
  for (const facts::Machine& machine : machines) {
    if (!machine.rdma.devices) continue;
    for (const facts::Device& found : *machine.rdma.devices) {
      if (!device.empty() && found.name != device) continue;
      for (const facts::Port& port : found.ports) {
        if (port.state.has() && !fabric::is_active(port)) continue;
        if (!port.state.has() || !port.rate.has() || port.rate->value == 0) return std::nullopt;
        if (slowest && slowest->rate <= *port.rate) continue;
        slowest = LinkRate{*port.rate, base::format("{}/{}", found.name, port.number), port.rate.source()};
      }
    }
  }
  return slowest;
}

double best_of(const facts::BandwidthRow& row) { return std::max(row.rate, row.in_place.value_or(0)); }

const facts::BandwidthRow* fastest_row(const facts::BandwidthTable& table, std::uint64_t least_bytes) {
  const facts::BandwidthRow* fastest = nullptr;
  for (const facts::BandwidthRow& row : table.rows)
    if (row.bytes >= least_bytes && (fastest == nullptr || best_of(row) > best_of(*fastest))) fastest = &row;
  return fastest;
}

std::string shown_rate(double gigabytes) { return base::format("{:.1f} GB/s ({:.0f} Gb/s)", gigabytes, gigabytes * 8); }

std::string name_of(const facts::BandwidthTable& table) {
  if (!table.name.empty()) return table.name;
  return table.tool == facts::BandwidthTool::perftest ? "perftest" : "nccl-tests";
}

}  // namespace railhead::check
