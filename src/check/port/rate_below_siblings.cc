#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

using Siblings = std::vector<const PortView*>;

bool is_comparable(const PortView& view) {
  return !view.foreign && view.usable != facts::Usable::no && is_active(*view.port) && view.port->rate.has() &&
         view.port->link_layer.has() && view.device->pci_id.has();
}

/// Ports of one model of adapter on one kind of network; they are bought to run alike.
std::vector<Siblings> families_of(const Ports& ports) {
  std::map<std::pair<std::string, facts::LinkLayer>, Siblings> families;
  for (const PortView& view : ports.views)
    if (is_comparable(view)) families[{*view.device->pci_id, *view.port->link_layer}].push_back(&view);
  std::vector<Siblings> list;
  for (auto& [key, siblings] : families)
    if (siblings.size() > 1) list.push_back(std::move(siblings));
  return list;
}

base::BitsPerSecond fastest(const Siblings& siblings) {
  return (*std::ranges::max_element(siblings, {}, [](const PortView* view) { return *view->port->rate; }))
      ->port->rate.value_or({});
}

/// Nothing when no GPU has a close NIC, so that closeness tells nothing.
std::optional<bool> serves_gpu(const facts::Machine& machine, const std::string& device) {
  if (!machine.gpu.gpus.has()) return std::nullopt;
  bool any = false;
  for (const facts::Gpu& gpu : *machine.gpu.gpus) {
    if (!gpu.nearest.has() || gpu.nearest->distance > facts::Distance::pxb) continue;
    any = true;
    if (std::ranges::find(gpu.nearest->names, device) != gpu.nearest->names.end()) return true;
  }
  return any ? std::optional(false) : std::nullopt;
}

/// A slower port may be the storage network's on purpose: it is a fault where it was handed to this job, sits next to a GPU, or
/// is the odd one out of many.
Severity weight(const Ports& ports, const PortView& view, std::size_t faster, std::size_t all) {
  const std::optional<bool> serves = serves_gpu(ports.machine, view.device->name);
  if (view.allocated || serves.value_or(false)) return Severity::warning;
  return !serves && 2 * faster >= all ? Severity::warning : Severity::info;
}

void judge(const Ports& ports, const Siblings& siblings, std::vector<Finding>& findings) {
  const base::BitsPerSecond best = fastest(siblings);
  const auto is_best = [&](const PortView* view) { return view->port->rate.is(best); };
  const auto faster = static_cast<std::size_t>(std::ranges::count_if(siblings, is_best));
  const PortView& example = **std::ranges::find_if(siblings, is_best);
  const std::string model = *example.device->pci_id;
  if (faster == siblings.size())
    findings.push_back(ok("machine",
                          base::format("all {} of model {} run at {}", base::counted(faster, "port"), model, rounded(best)),
                          {seen(example.port->rate, base::format("{}: {}", subject(example), rounded(best)))}));
  for (const PortView* view : siblings) {
    if (is_best(view)) continue;
    findings.push_back(violated(weight(ports, *view, faster, siblings.size()), subject(*view),
                                base::format("runs at {}, while {} of the same model ({}) run at {}",
                                             rounded(*view->port->rate), base::counted(faster, "port"), model, rounded(best)),
                                {seen(view->port->rate, rounded(*view->port->rate)),
                                 seen(example.port->rate, base::format("{}: {}", subject(example), rounded(best)))}));
  }
}

std::vector<Finding> find(const Input& input) {
  std::vector<Finding> findings;
  const Ports ports = ports_of(input);
  for (const Siblings& siblings : families_of(ports)) judge(ports, siblings, findings);
  return findings;
}

}  // namespace

Check port_rate_below_siblings() {
  return {.id = {},
          .title = "A port is slower than its siblings",
          .severity = Severity::warning,
          .cause =
              "A collective runs at the pace of its slowest rail. The port's link came up slower than the others of its model: "
              "another cable, another switch port setting, or a port that belongs to another network.",
          .fix =
              "mlxlink -d PCI-ADDRESS, or ethtool INTERFACE  # beside a fast port; if it serves another network, leave it out: "
              "export NCCL_IB_HCA=^=DEVICE:PORT",
          .rule = find};
}

}  // namespace railhead::check
