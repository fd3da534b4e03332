#include "finding/rdma/ports.h"

#include <algorithm>
#include <utility>

#include "fabric/device/claim.h"
#include "finding/finding.h"
#include "finding/fold.h"

namespace railhead::check {
namespace {

/// A port whose GIDs are all link-local is not ruled out by the facts, and yet it reaches no other node.
bool reaches_out(const PortView& view) {
  if (view.usable != facts::Usable::unknown || !is_roce(view) || !view.port->gids.has())
    return view.usable != facts::Usable::no;
  return std::ranges::any_of(view.port->gids->entries, [](const facts::GidEntry& entry) {
    return entry.gid.has() && !facts::is_zero(*entry.gid) && !facts::is_link_local(*entry.gid);
  });
}

/// On an SR-IOV host the cards need no address of their own, since the work is done by the slices in the pods.
bool lends_slices(const facts::Machine& machine, const PortView& view) {
  const facts::Known<std::string>& address = view.device->pci_address;
  const facts::PciFunction* function = address.has() ? facts::find(machine.pci, *address) : nullptr;
  return function && function->sriov_vfs.value_or(0) > 0;
}

/// A slice whose interface has left the host: it works in some pod.
bool is_lent(const facts::Machine& machine, const PortView& view) {
  return !in_container(machine.container) && view.device->function.is(facts::Function::virtual_function) &&
         !has_netdev_here(*view.device);
}

/// No RDMA core is a finding of its own elsewhere; any other reason is said here, once.
std::optional<std::vector<Finding>> no_devices(const Input& input) {
  const auto& devices = input.machine.rdma.devices;
  if (devices.has()) return std::nullopt;
  if (devices.missing().why == facts::Why::not_found) return std::vector<Finding>{};
  return without(devices, "machine", "the list of RDMA devices");
}

}  // namespace

Ports ports_of(const Input& input) { return {input.machine, input.options, fabric::port_views(input.machine)}; }

Severity weight_of_loss(const Ports& ports, const PortView& view) {
  if (view.allocated) return Severity::error;
  bool any = false;
  for (const PortView& other : ports.views) {
    if (other.port == view.port || other.foreign || !reaches_out(other)) continue;
    if (other.port->link_layer.has() && view.port->link_layer.is(*other.port->link_layer)) return Severity::warning;
    any = true;
  }
  if (any) return Severity::info;
  if (ports.options.mode == Mode::rdma) return Severity::error;
  if (is_lent(ports.machine, view)) return Severity::info;
  return lends_slices(ports.machine, view) ? Severity::warning : Severity::error;
}

std::optional<Finding> no_gpu_list(const Ports& ports) {
  const auto& gpus = ports.machine.gpu.gpus;
  if (gpus || gpus.not_asked() || gpus.missing().why == facts::Why::not_found) return std::nullopt;
  const auto may_be_used = [](const PortView& view) { return !view.foreign && view.usable != facts::Usable::no; };
  if (std::ranges::none_of(ports.views, may_be_used)) return std::nullopt;
  return unknown("machine", "the list of GPUs is not known", {lacking(gpus, "GPUs")});
}

std::vector<Finding> each_port(const Input& input, const PortRule& rule) {
  if (std::optional<std::vector<Finding>> findings = no_devices(input)) return *std::move(findings);
  const Ports ports = ports_of(input);
  const bool unwanted = input.options.mode == Mode::tcp;
  std::vector<Finding> findings;
  for (const PortView& view : ports.views) {
    if (view.foreign) continue;
    std::optional<Finding> finding = rule(ports, view);
    if (finding && unwanted) finding->severity = Severity::info;
    if (finding) findings.push_back(*std::move(finding));
  }
  return folded(findings);
}

std::vector<Finding> each_roce_port(const Input& input, const PortRule& rule) {
  return each_port(input, [&rule](const Ports& ports, const PortView& view) -> std::optional<Finding> {
    const facts::Known<facts::LinkLayer>& layer = view.port->link_layer;
    if (layer.not_asked()) return std::nullopt;
    if (!layer.has()) return unknown(subject(view), "the link layer is not known", {lacking(layer, "link layer")});
    if (!is_roce(view)) return std::nullopt;
    return rule(ports, view);
  });
}

}  // namespace railhead::check
