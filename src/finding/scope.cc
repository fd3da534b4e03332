#include "finding/scope.h"

#include "finding/finding.h"

namespace railhead::check {
namespace {

RdmaUse use_of_visible(const facts::Machine& machine) {
  for (const facts::Device& device : *machine.rdma.devices) {
    if (usable(machine, device) != facts::Usable::no) return RdmaUse::possible;
  }
  return machine.rdma.devices->empty() ? RdmaUse::none : RdmaUse::blocked;
}

}  // namespace

RdmaUse rdma_use(const Input& input) {
  if (input.options.mode == Mode::tcp) return RdmaUse::unwanted;
  if (input.options.mode == Mode::rdma || any_given(input.machine)) return RdmaUse::wanted;
  const auto& devices = input.machine.rdma.devices;
  if (devices) return use_of_visible(input.machine);
  return devices.missing().why == facts::Why::not_found ? RdmaUse::none : RdmaUse::unknown;
}

Severity weighed(Severity usual, RdmaUse use) {
  if (use == RdmaUse::unwanted) return Severity::info;
  if (use == RdmaUse::blocked) return usual == Severity::error ? Severity::warning : Severity::info;
  return usual;
}

std::optional<std::vector<Finding>> no_devices_to_judge(const Input& input) {
  const auto& devices = input.machine.rdma.devices;
  if (!devices && devices.missing().why != facts::Why::not_found)
    return without(devices, "machine", "the list of RDMA devices");
  if (!devices || devices->empty()) return std::vector<Finding>{};
  if (input.options.mode == Mode::tcp) return std::vector{skipped("machine", kNotWanted)};
  return std::nullopt;
}

}  // namespace railhead::check
