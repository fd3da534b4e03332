#include <algorithm>
#include <set>

#include "facts/rdma/usable.h"
#include "finding/across.h"

namespace railhead::check {
namespace {

/// Devices that the pod could use: others that it sees are its neighbours'.
std::optional<Trait> trait(const facts::Machine& machine) {
  if (!machine.rdma.devices) return std::nullopt;
  std::set<std::string> devices;
  bool known = true;
  for (const facts::PortUse& use : facts::port_uses(machine)) {
    if (use.usable == facts::Usable::yes) devices.insert(use.device);
    known = known && use.usable != facts::Usable::unknown;
  }
  if (!known) return std::nullopt;
  const std::vector<std::string> names(devices.begin(), devices.end());
  return Trait{base::format("{}", names.size()),
               seen(machine.rdma.devices, names.empty() ? "no usable device" : "usable: " + listed(names, 16))};
}

std::vector<Finding> rule(const Input& input) {
  return compared(input, {.severity = Severity::error, .what = "the number of usable RDMA devices", .trait = trait});
}

}  // namespace

Check hca_count_differs_across_pods() {
  return {
      .title = "Pods have different numbers of RDMA devices",
      .severity = Severity::error,
      .cause =
          "A pod got fewer devices than its peers: one is down or does not open on its node, or the node gave it another "
          "resource. NCCL joins all ranks over what each has, so that the whole job is as slow as that pod, or falls back to "
          "TCP where it has none.",
      .fix = "railhead doctor  # in a pod of the smaller group: which device is missing there, and why",
      .rule = rule};
}

}  // namespace railhead::check
