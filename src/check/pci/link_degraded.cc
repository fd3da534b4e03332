#include <algorithm>
#include <utility>

#include "fabric/net/nics.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

bool is_real(const facts::Known<facts::PciLink>& link) { return link.has() && link->speed_tenths > 0 && link->width > 0; }

std::string text(const facts::PciLink& link) {
  return base::format("{}.{} GT/s x{}", link.speed_tenths / 10, link.speed_tenths % 10, link.width);
}

/// What both ends could do; nothing unless both say what they are and can. The two ends of a real link are always at one speed
/// and width: where they differ, one of them is emulated (a virtual machine's switch) and its numbers mean nothing.
std::optional<facts::PciLink> possible(const facts::PciFunction& nic, const facts::PciFunction& port) {
  if (!is_real(nic.link) || !is_real(nic.max_link) || !is_real(port.link) || !is_real(port.max_link)) return std::nullopt;
  if (*nic.link != *port.link) return std::nullopt;
  return facts::PciLink{std::min(nic.max_link->speed_tenths, port.max_link->speed_tenths),
                        std::min(nic.max_link->width, port.max_link->width)};
}

std::optional<Finding> judge(const facts::Pci& pci, const Nic& nic) {
  const facts::PciFunction* port = upstream(pci, *nic.function);
  if (!port || is_virtual(*nic.function)) return std::nullopt;
  const std::optional<facts::PciLink> best = possible(*nic.function, *port);
  if (!best) return std::nullopt;
  const facts::PciLink& now = *nic.function->link;
  Evidences evidence = {seen(nic.function->link, "now " + text(now)),
                        seen(nic.function->max_link, "adapter at most " + text(*nic.function->max_link)),
                        seen(port->max_link, base::format("port {} at most {}", port->address, text(*port->max_link)))};
  if (now.speed_tenths >= best->speed_tenths && now.width >= best->width)
    return ok(nic.function->address, base::format("PCIe link of {} runs at {}", nic.device->name, text(now)),
              std::move(evidence));
  return violated(Severity::warning, nic.function->address,
                  base::format("PCIe link of {} runs at {}, both ends can do {}", nic.device->name, text(now), text(*best)),
                  std::move(evidence));
}

std::string text(const facts::ListedLink& link) { return text(facts::PciLink{link.speed_tenths, link.width}); }

/// lspci compares with the function's own LnkCap alone: the port above may be the slower one, so it is for information where
/// the port is not shown. A GPU lowers its speed when idle.
std::optional<Finding> judge(const facts::ListedFunction& function) {
  if (function.kind != facts::ListedKind::network || !function.link || !function.max_link || function.address.empty())
    return std::nullopt;
  Evidences evidence = {seen(function.link, "LnkSta " + text(*function.link)),
                        seen(function.max_link, "LnkCap " + text(*function.max_link))};
  if (function.link->speed_tenths >= function.max_link->speed_tenths && function.link->width >= function.max_link->width)
    return ok(function.address, base::format("PCIe link runs at {}, all that it can do", text(*function.link)),
              std::move(evidence));
  return violated(
      Severity::warning, function.address,
      base::format("PCIe link runs at {}, the adapter can do {}: the slot, its settings or the card's seat hold it back",
                   text(*function.link), text(*function.max_link)),
      std::move(evidence));
}

std::vector<Finding> find(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::ListedFunction& function : input.machine.pci.listed)
    if (std::optional<Finding> finding = judge(function)) findings.push_back(*std::move(finding));
  const Ports ports = ports_of(input);
  for (const Nic& nic : nics_of(ports.machine, ports.views))
    if (std::optional<Finding> finding = judge(input.machine.pci, nic)) findings.push_back(*std::move(finding));
  return findings;
}

}  // namespace

Check pci_link_degraded() {
  return {.id = {},
          .title = "The PCIe link of an adapter is degraded",
          .severity = Severity::warning,
          .cause =
              "The adapter and the port above it settled on less than both can do: a dirty or half-seated card, a riser or "
              "cable, or a BIOS setting that limits the slot. The adapter then cannot move data at its port's rate.",
          .fix =
              "lspci -vvs PCI-ADDRESS  # LnkSta and DevSta say more; then reseat the card, and check the slot's speed and "
              "bifurcation in the BIOS",
          .rule = find};
}

}  // namespace railhead::check
