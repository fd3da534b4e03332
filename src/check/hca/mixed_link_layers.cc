#include "base/text.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/rdma/ports.h"
#include "finding/scope.h"
#include "finding/told.h"

namespace railhead::check {
namespace {

constexpr const char* kSource = "/sys/class/infiniband/*/ports/*/link_layer";

struct Layers {
  std::vector<std::string> infiniband;
  std::vector<std::string> ethernet;
  bool undecided = false;
};

Layers layers_of(const facts::Machine& machine) {
  Layers layers;
  for (const facts::PortUse& use : port_uses(machine)) {
    if (use.usable == facts::Usable::no) continue;
    if (use.link_layer == facts::LinkLayer::other) continue;
    if (use.usable == facts::Usable::unknown) layers.undecided = true;
    (use.link_layer == facts::LinkLayer::infiniband ? layers.infiniband : layers.ethernet)
        .push_back(base::format("{}:{}", use.device, use.port));
  }
  return layers;
}

/// Listings do not tell whether a device opens: there an active port of this network namespace counts as usable.
Layers told_layers(const facts::Machine& machine) {
  Layers layers;
  for (const PortView& view : port_views(machine)) {
    const std::optional<bool> usable = usable_as_told(machine, *view.device, *view.port);
    if (usable == false || view.foreign || (!is_roce(view) && !is_infiniband(view))) continue;
    layers.undecided = layers.undecided || !usable;
    (is_infiniband(view) ? layers.infiniband : layers.ethernet)
        .push_back(base::format("{}:{}", view.device->name, view.port->number));
  }
  return layers;
}

Evidences evidence_of(const Layers& layers) {
  Evidences evidence;
  if (!layers.infiniband.empty()) evidence.push_back({"InfiniBand: " + listed(layers.infiniband), kSource});
  if (!layers.ethernet.empty()) evidence.push_back({"Ethernet: " + listed(layers.ethernet), kSource});
  return evidence;
}

Finding mixed(const Layers& layers) {
  const bool fewer_ethernet = layers.ethernet.size() <= layers.infiniband.size();
  const std::vector<std::string>& kept = fewer_ethernet ? layers.infiniband : layers.ethernet;
  return violated(
      Severity::warning, "machine",
      base::format("usable ports are of two kinds, and a job that is told nothing takes both: InfiniBand {}; Ethernet {}",
                   listed(layers.infiniband), listed(layers.ethernet)),
      evidence_of(layers), base::format("export NCCL_IB_HCA=={}", base::shell_word(base::joined(kept, ","))));
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const Layers layers = of_texts(input) ? told_layers(input.machine) : layers_of(input.machine);
  if (layers.infiniband.empty() && layers.ethernet.empty()) return {skipped("machine", "no port is usable")};
  if (layers.infiniband.empty()) return {ok("machine", "all usable ports are Ethernet (RoCE)", evidence_of(layers))};
  if (layers.ethernet.empty()) return {ok("machine", "all usable ports are InfiniBand", evidence_of(layers))};
  if (layers.undecided) {
    return {unknown("machine", "there are InfiniBand and Ethernet ports; whether those of both kinds are usable is not known",
                    evidence_of(layers))};
  }
  return {mixed(layers)};
}

}  // namespace

Check hca_mixed_link_layers() {
  return {.title = "InfiniBand and RoCE ports are usable side by side",
          .severity = Severity::warning,
          .cause =
              "InfiniBand and RoCE ports do not reach each other. A rank that takes a port of the other kind than its peer "
              "cannot connect, and a management port slows all others down.",
          .fix = "export NCCL_IB_HCA==DEVICE:PORT,...  # the ports of one kind; the second = stands for exact names",
          .rule = rule};
}

}  // namespace railhead::check
