#include "report/doctor/machine_text.h"

#include "base/format.h"
#include "base/text.h"
#include "facts/rdma/usable.h"

namespace railhead::report {
namespace {

using facts::Usable;

std::string rate_of(const facts::Port& port) { return port.rate ? base::rounded(*port.rate) : "rate unknown"; }

/// The entry a RoCE v2 connection over IPv4 would use, or the first one with an address at all.
const facts::GidEntry* best_gid(const facts::Port& port) {
  if (!port.gids) return nullptr;
  const facts::GidEntry* best = nullptr;
  for (const facts::GidEntry& entry : port.gids->entries) {
    if (!entry.gid || is_link_local(*entry.gid)) continue;
    if (!best) best = &entry;
    if (entry.type.is(facts::GidType::roce_v2) && is_ipv4(*entry.gid)) return &entry;
  }
  return best;
}

std::string address_of(const facts::Port& port) {
  const facts::GidEntry* entry = best_gid(port);
  if (!entry) return port.lid.value_or(0) == 0 ? "" : base::format("LID {}", *port.lid);
  std::string where = base::format("GID {} = {}", entry->index, text(*entry->gid));
  if (entry->netdev) where += " on " + *entry->netdev;
  return where;
}

std::string use_text(const facts::PortUse& use, const Style& style) {
  if (use.usable == Usable::yes) return toned(style, Tone::good, "usable");
  const std::string what = use.usable == Usable::no ? "not usable: " : "not known: ";
  return toned(style, Tone::attention, what + base::one_line(use.reason));
}

std::string port_line(const facts::Machine& machine, const facts::Device& device, const facts::Port& port, const Style& style) {
  const facts::PortUse use = facts::port_use(machine, device, port);
  std::string line =
      base::format("  {:<14} {:<10} {:<8} {:>10}", base::format("{}/{}", device.name, port.number),
                   port.link_layer ? name(*port.link_layer) : "?", port.state ? name(*port.state) : "?", rate_of(port));
  if (const std::string address = address_of(port); !address.empty()) line += "  " + address;
  return base::one_line(line) + "  " + use_text(use, style) + "\n";
}

std::string gpu_line(const facts::Gpu& gpu) {
  std::string line = base::format("  {:<14} {} {}", gpu.pci_address, gpu.vendor, gpu.model.value_or("GPU"));
  if (gpu.nearest && !gpu.nearest->names.empty())
    line += base::format("  nearest NIC {} ({})", base::joined(gpu.nearest->names, ", "), name(gpu.nearest->distance));
  return base::one_line(line) + "\n";
}

}  // namespace

std::string machine_text(const facts::Machine& machine, const Style& style) {
  std::string text;
  if (machine.rdma.devices)
    for (const facts::Device& device : *machine.rdma.devices)
      for (const facts::Port& port : device.ports) text += port_line(machine, device, port, style);
  if (machine.gpu.gpus)
    for (const facts::Gpu& gpu : *machine.gpu.gpus) text += gpu_line(gpu);
  return text;
}

}  // namespace railhead::report
