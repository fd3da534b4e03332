#include <algorithm>
#include <map>
#include <set>

#include "finding/across.h"

namespace railhead::check {
namespace {

using Firmwares = std::map<std::string, std::set<std::string>>;  // by model

Firmwares firmwares_of(const facts::Machine& machine) {
  Firmwares found;
  if (!machine.rdma.devices) return found;
  for (const facts::Device& device : *machine.rdma.devices)
    if (device.firmware && device.pci_id) found[*device.pci_id].insert(*device.firmware);
  return found;
}

/// Adapters of other models have other firmware: each model is compared for itself.
std::vector<Finding> rule(const Input& input) {
  if (!compares(input)) return {};
  std::set<std::string> models;
  for (const facts::Machine& machine : input.machines)
    for (const auto& [model, versions] : firmwares_of(machine)) models.insert(model);
  std::vector<Finding> findings;
  for (const std::string& model : models) {
    const auto trait = [&model](const facts::Machine& machine) -> std::optional<Trait> {
      const Firmwares all = firmwares_of(machine);
      const auto own = all.find(model);
      if (own == all.end()) return std::nullopt;
      const std::string versions = listed({own->second.begin(), own->second.end()}, 8);
      return Trait{versions, seen(machine.rdma.devices, "firmware " + versions)};
    };
    for (Finding& finding :
         compared(input, {.severity = Severity::info, .what = "the firmware of adapters " + model, .trait = trait}))
      findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace

Check hca_firmware_differs_across_pods() {
  return {.title = "Adapters of one model have different firmware",
          .severity = Severity::info,
          .cause =
              "Nodes were updated at different times. That is no fault by itself; faults that some nodes alone show are looked "
              "for there first.",
          .fix = "mlxfwmanager --query  # on each node, or what the vendor has for it; then the same release on all",
          .rule = rule};
}

}  // namespace railhead::check
